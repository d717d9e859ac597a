import type { Reply } from '../../api/contract'
import { dayWords } from '../../parts/text/format'
import { searchState } from '../../parts/text/search-words'
import { whenWords } from '../../parts/text/when'

export type WireWanted = Reply<'GET /api/wanted'>['issues'][number]

/** A wanted issue as the list shows it. */
export type WantedCard = {
  id: string
  series: string
  /** The cover of the series; a drawn one where it has none. */
  cover: string
  seriesId: string
  /** "#3" */
  number: string
  name: string
  detail: string
  /** "6 May 2015", or a text for an unknown date. */
  date: string
  /** "2015-05": the same for all rows of one month. */
  month: string
  /** "May 2015" */
  monthWords: string
  day: string
  /** Still to come. */
  future: boolean
  /** How the last search for it ended: "Nothing that fits, today 9:05". */
  search: string
  searching: boolean
}

/** The latest search for an issue. */
type Attempt = { state: string; updated_at: string; completed_at: string | null }

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
> & { acquisition: Attempt | null }

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
    search: searchWords(row.acquisition),
    searching: row.acquisition?.state === 'accepted' || row.acquisition?.state === 'running',
  }
}

function searchWords(attempt: Attempt | null): string {
  if (!attempt) return 'Not searched for yet'
  const { word } = searchState(attempt.state)
  return attempt.completed_at ? `${word}, ${whenWords(attempt.completed_at)}` : word
}
