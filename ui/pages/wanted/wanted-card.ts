import type { Reply } from '../../api/contract'
import { dayWords } from '../../parts/cover-words'

export type WireWanted = Reply<'GET /api/wanted'>['issues'][number]

/** A wanted issue as the list shows it. */
export type WantedCard = {
  id: string
  series: string
  /** That of the series; where it has none, one is drawn. */
  cover: string
  seriesId: string
  /** "#3" */
  number: string
  name: string
  detail: string
  /** "6 May 2015", or that nobody knows. */
  date: string
  /** "2015-05": what the rows of one month share. */
  month: string
  /** "May 2015" */
  monthWords: string
  day: string
  /** Still to come. */
  future: boolean
}

export type WantedFields = Pick<
  WireWanted,
  | 'ComicID'
  | 'IssueID'
  | 'ComicName'
  | 'ComicYear'
  | 'ComicPublisher'
  | 'Issue_Number'
  | 'IssueName'
  | 'ReleaseDate'
  | 'IssueDate'
>

/** `today` as `2026-11-21`. */
export function wantedCard(row: WantedFields, today: string): WantedCard {
  const date = row.ReleaseDate ?? row.IssueDate ?? ''
  const month = dayWords(date) ? date.slice(0, 7) : ''
  return {
    id: row.IssueID,
    series: row.ComicName,
    cover: `/api/metadata/art/${encodeURIComponent(row.ComicID)}`,
    seriesId: row.ComicID,
    number: row.Issue_Number ? `#${row.Issue_Number}` : 'One-shot',
    name: row.IssueName ?? '',
    detail: [row.ComicPublisher, row.ComicYear].filter(Boolean).join(' · '),
    date: dayWords(date) || 'Date not known',
    month,
    monthWords: dayWords(month) || 'Not known',
    day: date.length >= 10 && month ? String(Number(date.slice(8, 10)) || '') : '',
    future: month !== '' && date > today.slice(0, date.length),
  }
}
