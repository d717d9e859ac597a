import { countWords, numberWords } from './format'

/** The owned part of a series, as the server counts. */
export type Have = {
  Have: number
  Total: number
  CountedIn: 'issue' | 'chapter' | 'volume'
  TotalKnown: boolean
  ContentType: 'comic' | 'manga'
}

/** All known issues are owned, but the total is unknown. */
export const isTotalUnknown = ({ Have: have, Total: total, TotalKnown }: Have) =>
  !TotalKnown && have > 0 && have >= total

/** "54 of 60", "9 of 12 volumes", "30 issues, total unknown". */
export function haveWords(series: Have): string {
  const { Have: have, Total: total, CountedIn } = series
  if (total === 0) return 'Nothing listed yet'
  if (isTotalUnknown(series)) return `${countedWords(have, series)}, total unknown`
  return `${numberWords(have)} of ${CountedIn === 'issue' ? numberWords(total) : countedWords(total, series)}`
}

/** Readers are not told how much is known about the rest: "54 of 60", "30 issues". */
export const readerHaveWords = (series: Have): string =>
  isTotalUnknown(series) ? countedWords(series.Have, series) : haveWords(series)

/** The short form below a cover: "30 of ?", "9 of 12 volumes". */
export function shortWords(series: Have): string {
  if (!isTotalUnknown(series)) return haveWords(series)
  const many = series.CountedIn === 'issue' ? '' : ` ${series.CountedIn}s`
  return `${numberWords(series.Have)} of ?${many}`
}

/** "12 volumes" */
export function countedWords(count: number, { CountedIn, ContentType }: Have): string {
  const isMixed = ContentType === 'manga' && CountedIn === 'issue'
  return isMixed ? countWords(count, 'volume or chapter', 'volumes and chapters') : countWords(count, CountedIn)
}
