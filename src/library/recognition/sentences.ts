import { pluralWords } from '../../base/platform/words'
import type { NumberRange } from './numbering'
import type { InfoSource, NameBasis, ParsedFile } from './parsed-file'
import type { ReadingListMatch } from './reading-lists'
import type { RunOfFiles } from './runs'

/** Sentences for the evidence of a proposal, without full stops. */

export const INFO_SOURCES = ['ComicInfo', 'MetronInfo', 'EPUB', 'ComicBookInfo'] as const

/** The metadata documents inside files, the usual one first. */
export function infoSourcesIn(sources: readonly (InfoSource | undefined)[]): InfoSource[] {
  return INFO_SOURCES.filter((source) => sources.includes(source))
}

export const fileShare = (some: number, all: number) => `${some} of ${all} files`

export function numberRangeSentence({ first, last, gaps }: NumberRange): string {
  if (gaps.length === 0) return `Numbers ${first} to ${last} without a gap`
  return `Numbers ${first} to ${last}; ${gapSentence(gaps)}`
}

function gapSentence(gaps: number[]): string {
  if (gaps.length > 5) return `${gaps.length} between them are not there`
  return gaps.length === 1
    ? `${gaps[0]} is not there`
    : `${gaps.slice(0, -1).join(', ')} and ${gaps.at(-1)} are not there`
}

export function copiesSentence(copies: number): string {
  if (copies === 1) return '1 file is a copy of an issue that another file holds'
  return `${copies} files are copies of issues that other files hold`
}

export function duplicatesSentence(twins: number): string {
  return pluralWords(
    twins,
    '{count} file has the same content as another',
    '{count} files have the same content as others',
  )
}

/** The sentence about a reading list's entry for a file. */
export function readingListSentence({ list, number, contradicts }: ReadingListMatch): string {
  const which = number === '' ? '' : ` with number ${number}`
  return contradicts
    ? `The reading list ${list} names one${which} of another run or year`
    : `The reading list ${list} names it${which}`
}

export function yearSentence(run: RunOfFiles, year: number | undefined): string {
  if (year === undefined) return 'Start year unknown'
  if (run.year === undefined) return `Its first file is of ${year}`
  const sources = infoSourcesIn(
    run.parsedFiles.filter((parsed) => parsed.run.year === year).map(({ saidBy }) => saidBy),
  )
  return sources.length > 0
    ? `${sources.join(', ')} and names say that it began in ${year}`
    : `The names say that it began in ${year}`
}

export function libraryEvidence(name: string, all: number, fresh: number): string {
  if (fresh === 0)
    return pluralWords(
      all,
      `${name} is in the library with this file`,
      `${name} is in the library with these {count} files`,
    )
  return pluralWords(
    fresh,
    `${name} is in the library; 1 of ${all} files is new`,
    `${name} is in the library; {count} of ${all} files are new`,
  )
}

const RESTS_ON: Record<Exclude<NameBasis, 'info'>, string> = {
  list: 'A reading list was made with its name',
  json: 'The series.json of its folder names its series',
  both: 'Its name and its folder agree',
  near: 'Its name is almost that of its neighbours, and its number is the one they lack',
  name: 'Its name alone names the series',
  folder: 'Its folder names the series',
  initials: 'Its name begins with the first letters of its folder',
  title: 'Its folder names the series, it has a title',
  guess: 'Nothing names its series',
}

/** The sources of one file's series and number. */
export function fileEvidence(parsed: ParsedFile): string[] {
  const { basis, saidBy } = parsed
  return [basis === 'info' ? `${saidBy} names its series` : RESTS_ON[basis], ...documentEvidence(parsed)]
}

/** The evidence from reading lists and barcodes. */
function documentEvidence({ listed, barcode }: ParsedFile): string[] {
  const evidence: string[] = []
  if (listed) evidence.push(readingListSentence(listed))
  if (barcode?.number) evidence.push(`Its barcode is that of a number ${barcode.number}`)
  if (barcode?.isBook) evidence.push('Its barcode is that of a book')
  return evidence
}
