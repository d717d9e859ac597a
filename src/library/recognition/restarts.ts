import { normalNumber, sortKey } from '../../base/names/numbers'
import { shareNumber } from './editions'
import type { NumberOfFile } from './numbering'
import type { ParsedFile } from './parsed-file'
import { numberKey } from './runs'

/** Units in which numbers may restart: the volumes of a manga, and the parts of a series. */
const COUNTED_IN = [
  { letter: 'P', of: ({ part }: ParsedFile) => part },
  { letter: 'V', of: ({ inVolume }: ParsedFile) => inVolume },
] as const

/** The number with its volume or part: "V2 1" is chapter 1 of volume 2. */
export const restartedNumber = (letter: 'P' | 'V', ordinal: string, number: string): string =>
  `${letter}${ordinal} ${number}`

const SAYS_PLACE = /^[PV]\d/

/**
 * Where numbers restart in each volume or part, numbers from the second one on include it, as for seasons. A number in
 * two volumes belongs to both, unless nothing distinguishes the volumes.
 */
export function separateRestarts(of: ReadonlyMap<ParsedFile, NumberOfFile>): void {
  for (const { letter, of: ordinalOf } of COUNTED_IN) {
    const counted = [...of].filter(
      ([parsed, { kind, number }]) => kind === 'issue' && number !== '' && ordinalOf(parsed) !== '',
    )
    for (const some of Map.groupBy(counted, ([, { unit }]) => unit).values()) {
      const byOrdinal = Map.groupBy(some, ([parsed]) => normalNumber(ordinalOf(parsed)))
      if (byOrdinal.size > 1) separate(letter, byOrdinal)
    }
  }
}

/**
 * Volume folders inside the folder of a comic: if numbering restarts in each, they are separate runs; if it continues,
 * they contain the issues collected in each book.
 */
export function separateVolumes(files: readonly ParsedFile[]): void {
  const issues = files.filter(
    ({ kind, unit, folderVolume, libraryIssue }) =>
      kind === 'issue' && unit === 'issue' && folderVolume !== '' && !libraryIssue,
  )
  const byVolume = [...Map.groupBy(issues, ({ folderVolume }) => normalNumber(folderVolume)).values()]
  if (!byVolume.some((some, at) => byVolume.slice(at + 1).some((others) => shareNumber(some, others)))) return
  for (const parsed of files) {
    if (parsed.folderVolume === '' || parsed.libraryIssue) continue
    parsed.run = { ...parsed.run, ordinal: parsed.run.ordinal ?? (Number(parsed.folderVolume) || undefined) }
  }
}

/** Folders of annuals of several years, or of volumes, in which numbering restarts contain several runs of annuals. */
export function separateAnnualFolders(files: readonly ParsedFile[]): void {
  const annuals = files.filter(({ kind, annuals, libraryIssue }) => kind === 'annual' && annuals && !libraryIssue)
  const byRun = [...Map.groupBy(annuals, ({ annuals: run }) => run!.year ?? `v${run!.ordinal ?? ''}`)]
  const runs = byRun.filter(([run]) => run !== 'v').map(([, some]) => some)
  for (const [at, some] of runs.entries()) {
    for (const others of runs.slice(at + 1)) {
      if (!shareNumber(some, others)) continue
      for (const parsed of [...some, ...others]) parsed.annuals = { ...parsed.annuals, again: true }
    }
  }
}

type Numbered = [ParsedFile, NumberOfFile]

function separate(letter: 'P' | 'V', byOrdinal: ReadonlyMap<string, readonly Numbered[]>): void {
  const ordinals = [...byOrdinal.keys()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  const keys = new Map(ordinals.map((each) => [each, keysOf(byOrdinal.get(each)!)]))
  const kept = ordinals.filter((each) => byOrdinal.get(each)!.some(isKept))
  const plain = kept.length > 0 ? kept : ordinals.filter((each) => Number(each) <= 1)
  for (const [at, ordinal] of ordinals.entries()) {
    if (plain.includes(ordinal)) continue
    const others = ordinals.filter((other) => other !== ordinal).map((other) => keys.get(other)!)
    const isRestarted = others.some((other) => isAgain(keys.get(ordinal)!, other))
    const before = ordinals.filter((other, index) => index < at || plain.includes(other))
    for (const [parsed, numbering] of byOrdinal.get(ordinal)!) {
      const isTaken = before.some((other) => keys.get(other)!.has(numberKey(numbering)))
      if (!parsed.libraryIssue && (isRestarted || isTaken)) place(numbering, letter, ordinal)
    }
  }
}

/** The library has the chapter under its plain number. */
const isKept = ([{ libraryIssue }, { number }]: Numbered) => libraryIssue !== undefined && !SAYS_PLACE.test(number)

const keysOf = (files: readonly Numbered[]) =>
  new Set(files.filter(([, { number }]) => !SAYS_PLACE.test(number)).map(([, numbering]) => numberKey(numbering)))

/** Half of the numbers of one are in the other: the last chapter of a volume may be counted to either. */
function isAgain(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const both = [...one].filter((key) => other.has(key)).length
  return both > 0 && both * 2 >= Math.min(one.size, other.size)
}

function place(numbering: NumberOfFile, letter: 'P' | 'V', ordinal: string): void {
  const { number, end } = numbering
  if (SAYS_PLACE.test(number)) return
  numbering.number = restartedNumber(letter, ordinal, end === '' ? number : `${number}-${end}`)
  numbering.end = ''
}
