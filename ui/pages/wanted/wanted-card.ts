import type { Reply } from '../../api/contract'
import { dayWords } from '../../parts/text/format'
import { issueNumber } from '../../parts/text/issue-name'
import { reasonWords, searchState } from '../../parts/text/search-words'
import { issueArt } from '../../parts/text/series-path'
import { whenWords } from '../../parts/text/when'

export type WireWanted = Reply<'GET /api/wanted'>['issues'][number]

/** A wanted issue as the list shows it. */
export type WantedCard = {
  id: string
  kind: 'issue' | 'annual'
  series: string
  /** The cover of the issue or its series; a drawn cover if there is none. */
  cover: string
  seriesId: string
  /** "#3", "Annual #1", "Volume 3" */
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
  /** Whether the issue is not released yet. */
  future: boolean
  /** The result and time of the last search for the issue: "12 releases found, none acceptable · today 9:05". */
  search: string
  searching: boolean
  /** For an upgrade: "CBR, CBZ preferred". */
  upgrade: string
}

/** The latest search for an issue. */
type Attempt = {
  state: string
  reason: string | null
  updated_at: string
  completed_at: string | null
  summary: string | null
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
  | 'Monitored'
  | 'unit'
> &
  Partial<Pick<WireWanted, 'file_format' | 'preferred_format'>> & { acquisition: Attempt | null }

/** `today` as `2026-11-21`. */
export function wantedCard(row: WantedFields, today: string, kind: WantedCard['kind'] = 'issue'): WantedCard {
  const date = row.ReleaseDate ?? row.IssueDate ?? ''
  const month = dayWords(date) ? date.slice(0, 7) : ''
  return {
    id: row.IssueID,
    kind,
    series: row.ComicName,
    cover: issueArt(row.IssueID),
    seriesId: row.ComicID,
    number: issueNumber({ kind, unit: row.unit, number: row.Issue_Number }) || 'One-shot',
    name: row.IssueName ?? '',
    detail: [row.ComicPublisher, row.ComicYear].filter(Boolean).join(' · '),
    date: dayWords(date) || 'Date not known',
    month,
    monthWords: dayWords(month) || 'Not known',
    day: date.length >= 10 && month ? String(Number(date.slice(8, 10)) || '') : '',
    future: month !== '' && date > today.slice(0, date.length),
    search: row.Monitored ? searchWords(row.acquisition) : unmonitoredWords(row.acquisition),
    upgrade: row.file_format ? upgradeWords(row.file_format, row.preferred_format) : '',
    searching: row.acquisition?.state === 'accepted' || row.acquisition?.state === 'running',
  }
}

function searchWords(attempt: Attempt | null): string {
  if (!attempt) return 'Not searched yet'
  const { word } = searchState(attempt.state)
  if (!attempt.completed_at) return word
  const outcome = (attempt.summary ?? (attempt.reason ? reasonWords(attempt.reason) : word)).replace(/\.$/, '')
  return `${outcome} · ${whenWords(attempt.completed_at)}`
}

/** Only a search by hand includes it. */
const unmonitoredWords = (attempt: Attempt | null) =>
  ['Series not monitored', attempt && searchWords(attempt)].filter(Boolean).join(' · ')

const upgradeWords = (format: string, preferred: string | null = null) =>
  preferred === null ? format.toUpperCase() : `${format.toUpperCase()}, ${preferred.toUpperCase()} preferred`

type Page = Pick<Reply<'GET /api/wanted'>, 'issues' | 'annuals' | 'order'>

/** Issues and annuals in the order of the list. */
export function wantedCards({ issues, annuals, order }: Page, today: string): WantedCard[] {
  const cards = [
    ...issues.map((row) => wantedCard(row, today)),
    ...annuals.map((row) => wantedCard(row, today, 'annual')),
  ]
  if (!order) return cards
  const byId = new Map(cards.map((card) => [card.id, card]))
  return order.flatMap((id) => byId.get(id) ?? [])
}
