import { parse } from 'node:path'
import { NUMBER_WORDS } from '../../base/names/number-words'
import { readRoman } from '../../base/names/roman-numbers'
import type { ParsedFile } from './parsed-file'

/** The part of an issue that a file contains. */
export interface PartOfIssue {
  /** Equal for all spellings of a part. */
  at: string
  /** How many parts there are; empty when the name does not say. Parts with different counts do not belong together. */
  total: string
  /** The text after the issue number that distinguishes the part. */
  label: string
}

/** "Part 2", "(pt. 2 of 3)", "Teil II", "Part Two". */
const WORD =
  /(?<!\p{L})(?:part|pt|partie|parte|teil|deel|часть)[\s._]*(\d{1,2}|[ivx]{1,4}|\p{L}{2,8})(?![\p{L}\d])(?:\s*(?:of|von|de|di|van|sur|\/)\s*(\d{1,2})(?!\d))?/iu
/** "01 of 2", "(2 von 3)", "2／3". */
const COUNTED = /(?<![\d.#])(\d{1,2})\s*(?:of|von|van|sur|di|[／⁄])\s*(\d{1,2})(?![\d.])/iu
/** "10 (上)", "第10話 後編": after the number, at the end. */
const EASTERN =
  /(?<=[\d話话화回章巻卷권][\s._–-]*[([（【「]?)([前中後后][編篇编]|[上中下](?:[編篇编巻卷])?|[상중하전후]편?)(?=[)\]）】」\s._]|$)/u

/** The part of an issue that the name or the title of a file states; undefined when there is none. */
export function partOfIssue({ name, title }: Pick<ParsedFile, 'name' | 'title'>): PartOfIssue | undefined {
  for (const text of [parse(name).name, title]) {
    const [, spelled, of = ''] = WORD.exec(text) ?? []
    const word = spelled === undefined ? undefined : numberOf(spelled)
    if (word !== undefined) return { at: word, total: of && String(Number(of)), label: `Part ${word}` }
    const [, nth, total] = COUNTED.exec(text) ?? []
    if (Number(nth) > 0 && Number(nth) <= Number(total))
      return { at: String(Number(nth)), total: String(Number(total)), label: `Part ${Number(nth)}` }
    const [, east] = EASTERN.exec(text.normalize('NFC')) ?? []
    if (east !== undefined) return { at: east, total: '', label: east }
  }
  return undefined
}

function numberOf(spelled: string): string | undefined {
  if (/^\d/.test(spelled)) return String(Number(spelled))
  const word = spelled.toLowerCase()
  return NUMBER_WORDS.get(word) ?? readRoman(word)
}
