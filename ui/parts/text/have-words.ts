import { countWords, numberWords } from './format'

/** The owned part of a series, as the server counts. */
export type Have = {
  Have: number
  Total: number
  /** Missing issues that are not released; part of `Total`, which leaves out ignored ones. */
  Announced: number
  CountedIn: 'issue' | 'chapter' | 'volume'
  TotalKnown: boolean
  ContentType: 'comic' | 'manga'
}

/** Issues that can be owned today. */
export const releasedTotal = ({ Total, Announced }: Pick<Have, 'Total' | 'Announced'>): number => Total - Announced

/** All known issues are owned, but the total is unknown. */
export const isTotalUnknown = (series: Have): boolean =>
  !series.TotalKnown && series.Have > 0 && series.Have >= releasedTotal(series)

/** All released issues are owned, and no other is known to exist. */
export const isWhole = (series: Have): boolean =>
  series.TotalKnown && releasedTotal(series) > 0 && series.Have >= releasedTotal(series)

/** The owned share of the released issues, 0 to 1; undefined while their total is unknown. */
export function haveShare(series: Have): number | undefined {
  const total = releasedTotal(series)
  return total > 0 && !isTotalUnknown(series) ? Math.min(1, series.Have / total) : undefined
}

/** "54 of 60", "9 of 12 volumes", "30 issues, total unknown". */
export function haveWords(series: Have): string {
  const { Have: have, CountedIn } = series
  const total = releasedTotal(series)
  if (total === 0) return announcedWords(series) || 'No issues'
  if (isTotalUnknown(series)) return `${countedWords(have, series)}, total unknown`
  return `${numberWords(have)} of ${CountedIn === 'issue' ? numberWords(total) : countedWords(total, series)}`
}

/** Below a cover, and for readers, who are not told how much is known about the rest: "54 of 60", "30 issues". */
export const shortHaveWords = (series: Have): string =>
  isTotalUnknown(series) ? countedWords(series.Have, series) : haveWords(series)

/** "12 volumes" */
export function countedWords(count: number, { CountedIn, ContentType }: Have): string {
  const isMixed = ContentType === 'manga' && CountedIn === 'issue'
  return isMixed ? countWords(count, 'volume or chapter', 'volumes and chapters') : countWords(count, CountedIn)
}

/** "2 announced"; '' for none. */
export const announcedWords = ({ Announced }: Pick<Have, 'Announced'>): string =>
  Announced > 0 ? `${numberWords(Announced)} announced` : ''
