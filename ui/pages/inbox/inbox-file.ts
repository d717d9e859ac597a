import { countWords, sizeWords } from '../../parts/text/format'
import { UNIT_PREFIX } from '../../parts/text/issue-name'
import type { InboxFile, InboxGroup } from './wire'

/** The certainty of a guess, as a recommendation. */
export const BAND_WORDS = { sure: 'Sure', likely: 'Likely', unsure: 'Check', none: 'No series fits' } as const

const BY = {
  manual: 'Chosen by you',
  comicinfo: 'Its ComicInfo names the series',
  filename: 'The file name names the series',
  inbox: 'The file name names the series',
  ai: 'From the file name',
} as const

/** The evidence of a guess. */
export function guessReason({ SuggestedComicID, MatchSource }: InboxFile): string {
  return SuggestedComicID === null ? 'Your library has no series of this name' : BY[MatchSource]
}

/** "#3", "Volume 2", "Chapters 7 to 9"; empty when unknown. */
export function fileNumber({ kind, unit, IssueNumber, number_end }: InboxFile): string {
  if (IssueNumber === null) return kind === 'annual' ? 'Annual' : 'No number'
  const number = number_end === null ? IssueNumber : `${IssueNumber} to ${number_end}`
  return kind === 'annual' ? `Annual #${number}` : `${UNIT_PREFIX[unit]}${number}`
}

/** The file can be imported now: it is complete, not ignored and not being imported. */
export function isImportable({ Status, problem, IgnoreFile }: InboxFile): boolean {
  return (Status === 'Failed' || (Status === 'Not Imported' && problem === null)) && IgnoreFile === 0
}

/** Open, with a known series. A suggestion of AI does not count: only its own button applies it. */
export const isReady = (file: InboxFile): boolean =>
  isImportable(file) && file.SuggestedComicID !== null && file.MatchSource !== 'ai'

/** Open, with a series that AI suggests. */
export const isSuggested = (file: InboxFile): boolean => isImportable(file) && file.MatchSource === 'ai'

/** "3 files, 120 MB" */
export function amountOf(files: readonly InboxFile[]): string {
  return `${countWords(files.length, 'file')}, ${sizeWords(files.reduce((sum, { size }) => sum + size, 0))}`
}

/** "Harbor Lights (2015)", from the files. */
export const foundName = ({ ComicName, ComicYear }: Pick<InboxGroup, 'ComicName' | 'ComicYear'>): string =>
  ComicYear ? `${ComicName} (${ComicYear})` : ComicName

/** The files by proposed series; files without one are left out. */
export function bySeries(files: readonly InboxFile[]): Map<string, InboxFile[]> {
  const named = files.filter((file) => isReady(file) || isSuggested(file))
  return Map.groupBy(named, ({ SuggestedComicID }) => SuggestedComicID ?? '')
}

export const fileWords = (files: readonly InboxFile[]): string =>
  files.length === 1 ? (files[0]?.ComicFilename ?? '') : countWords(files.length, 'file')
