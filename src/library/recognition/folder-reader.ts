import { readingListSteps } from '../../base/formats/documents/cbl'
import { parseCvinfo } from '../../base/formats/documents/cvinfo'
import { parseSeriesJson, SeriesJsonError } from '../../base/formats/documents/series-json'
import { inTurns, nextTurn } from '../../base/platform/event-loop'
import type { Files } from '../../base/platform/ports'
import { XmlError } from '../../base/platform/xml'
import { type ComicFolder, type FolderNameFacts, type ParseContext, readFolderNames } from './folder-facts'
import { indexReadingList } from './reading-lists'

const MOST_BYTES = 1024 * 1024

/** The file is larger than the limit. */
class TooLarge extends Error {}

/**
 * Reads each folder once: its name, and the series.json, cvinfo and reading lists in it. `failed` is called with each
 * file that cannot be read.
 */
export function makeFolderReader(files: Files, reading: ParseContext, failed: (sentence: string) => void) {
  const says = new Map<ComicFolder, Promise<FolderNameFacts>>()
  const jsonAt = once(besideReader(files, failed, (bytes) => parseSeriesJson(bytes)))
  const cvinfoAt = once(besideReader(files, failed, (bytes) => parseCvinfo(bytes)))
  const readList = async (bytes: Uint8Array, path: string) =>
    inTurns(indexReadingList(path, await inTurns(readingListSteps(bytes)), reading))
  const listAt = once(besideReader(files, failed, readList))
  const read = async (place: ComicFolder): Promise<FolderNameFacts> => {
    const { seriesJson, cvinfo, lists: paths = [] } = place.beside ?? {}
    const lists = []
    for (const path of paths) {
      const list = await listAt(path)
      if (list && list.size > 0) lists.push(list)
    }
    const json = seriesJson ? await jsonAt(seriesJson) : undefined
    return readFolderNames(place, reading, { json, volumeId: cvinfo && (await cvinfoAt(cvinfo)), lists })
  }
  return (place: ComicFolder): Promise<FolderNameFacts> => {
    const known = says.get(place) ?? read(place)
    says.set(place, known)
    return known
  }
}

function once<T>(read: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (path) => {
    const found = known.get(path) ?? read(path)
    known.set(path, found)
    return found
  }
}

/** A broken sidecar is ignored and reported. */
function besideReader<T>(
  files: Files,
  failed: (sentence: string) => void,
  parse: (bytes: Uint8Array, path: string) => T | Promise<T>,
): (path: string) => Promise<T | undefined> {
  return async (path) => {
    try {
      const size = (await files.stat(path))?.size ?? 0
      if (size > MOST_BYTES) throw new TooLarge(`It has ${size} bytes.`)
      const bytes = await files.read(path)
      await nextTurn()
      return await parse(bytes, path)
    } catch (error) {
      const hasReason = error instanceof SeriesJsonError || error instanceof XmlError || error instanceof TooLarge
      failed(`${path} is left out. ${hasReason ? error.message : 'The file cannot be opened.'}`)
      return undefined
    }
  }
}
