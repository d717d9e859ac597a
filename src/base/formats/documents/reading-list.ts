import type { ReadingListFile } from './cbl'
import { readingListSteps } from './cbl'
import { readingListFromJson } from './reading-list-json'

/** Reads a reading list in XML or JSON, in steps of some ten milliseconds each. Throws XmlError or ReadingListError. */
export function* anyReadingListSteps(document: string): Generator<undefined, ReadingListFile> {
  if (/^\uFEFF?\s*\{/.test(document)) return readingListFromJson(document.replace(/^\uFEFF/, ''))
  return yield* readingListSteps(document)
}
