import { sortKey } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import type { NumberOfFile } from './numbering'
import type { ParsedFile } from './parsed-file'
import { type PartOfIssue, partOfIssue } from './part-of-issue'
import { numberKey } from './runs'

type Numbered = [ParsedFile, NumberOfFile]

/**
 * Files of one number with titles of two stories are two issues: the number alone makes no copy. The second one gets
 * its title after the number. A file without a title may be any of them, and titles of the same story are similar.
 */
export function separateTitles(of: ReadonlyMap<ParsedFile, NumberOfFile>): void {
  const titled = [...of].filter(
    ([parsed, { number, end }]) => number !== '' && end === '' && storyOf(parsed).length > 0,
  )
  for (const same of Map.groupBy(titled, ([, numbering]) => numberKey(numbering)).values()) {
    if (same.length < 2 || same.length > MOST_FILES) continue
    const stories = storiesOf(same)
    for (const story of stories.slice(1)) {
      const title = story[0]![0].title
      for (const [{ libraryIssue }, numbering] of story)
        if (!libraryIssue) numbering.number = `${numbering.number} ${title}`.slice(0, MOST_LETTERS)
    }
  }
}

/**
 * Files of one number that name a part of the issue are copies only if the part is the same. The first part keeps the
 * number; the others get the part after it. A single part beside files without one is just a word of the title.
 */
export function separateParts(of: ReadonlyMap<ParsedFile, NumberOfFile>): void {
  const parted = [...of].flatMap(([parsed, numbering]): Parted[] => {
    const part = numbering.number === '' || numbering.end !== '' || parsed.copyOf ? undefined : partOfIssue(parsed)
    return part ? [{ parsed, numbering, part }] : []
  })
  const wholes = Map.groupBy(parted, ({ numbering, part }) => `${numberKey(numbering)} ${part.total}`)
  for (const whole of wholes.values()) {
    const parts = partsOf(whole)
    for (const part of parts.slice(1))
      for (const { parsed, numbering } of part)
        if (!parsed.libraryIssue) numbering.number = `${numbering.number} ${part[0]!.part.label}`
  }
}

interface Parted {
  parsed: ParsedFile
  numbering: NumberOfFile
  part: PartOfIssue
}

/** In order, the library's first. The same bytes are one part, whatever the names say. */
function partsOf(whole: readonly Parted[]): Parted[][] {
  const byHash = new Map<string, string>()
  const parts = Map.groupBy(whole, ({ parsed: { hash }, part: { at } }) => {
    if (hash === undefined) return at
    if (!byHash.has(hash)) byHash.set(hash, at)
    return byHash.get(hash)!
  })
  const isKept = (part: Parted[]) => part.some(({ parsed }) => parsed.libraryIssue)
  const place = ([first]: Parted[]) => sortKey(first!.part.at)
  return [...parts.values()].sort((a, b) => Number(isKept(b)) - Number(isKept(a)) || (place(a) < place(b) ? -1 : 1))
}

const MOST_LETTERS = 100
/** Each title is compared with the others; more files with one number than this are not issues. */
const MOST_FILES = 200

/** The library's part first, then the one with the most files. */
function storiesOf(same: readonly Numbered[]): Numbered[][] {
  const stories: Numbered[][] = []
  for (const file of same) {
    const story = stories.find((others) => others.some((other) => isAlike(file, other)))
    if (story) story.push(file)
    else stories.push([file])
  }
  const isKept = (story: Numbered[]) => story.some(([{ libraryIssue }]) => libraryIssue)
  return stories.sort((a, b) => Number(isKept(b)) - Number(isKept(a)) || b.length - a.length)
}

function isAlike([one]: Numbered, [other]: Numbered): boolean {
  if (one.copyOf || other.copyOf || (one.hash !== undefined && one.hash === other.hash)) return true
  const [a, b] = [storyOf(one), storyOf(other)]
  const [keyA, keyB] = [matchKey(one.title), matchKey(other.title)]
  const shared = a.filter((word) => b.includes(word)).length
  return keyA.includes(keyB) || keyB.includes(keyA) || shared * 2 >= Math.min(a.length, b.length)
}

/** A number, with or without its unit, is not the title of a story. */
const COUNT =
  /^(?:(?:chapter|chap|ch|issue|episode|ep|vol(?:ume)?|book|part|kapitel|chapitre|capítulo|tome|band)\b[\s.#]*)?[\d\s.,#-]*$/i

/** The words of a file's title when it is certainly one: in the metadata, or after a dash. */
function storyOf({ title, saidBy, name }: ParsedFile): string[] {
  if (title === '' || COUNT.test(title)) return []
  const at = name.indexOf(title)
  const isBehindDash = at > 0 && /\d[^\p{L}\d]*[-–—:]\s*$/u.test(name.slice(0, at))
  return saidBy || isBehindDash ? (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : []
}
