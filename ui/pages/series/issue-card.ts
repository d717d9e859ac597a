import { ISSUE_STATES } from '../../parts/status/issue-states'
import type { MarkState } from '../../parts/status/mark'
import { dayWords, pluralWords, sizeWords } from '../../parts/text/format'
import { UNIT_PREFIX } from '../../parts/text/issue-name'
import { isReader } from '../../state/user'
import type { WireIssue } from './wire'

/** An issue with the format of its file. */
export type FileCard = Pick<IssueCard, 'id' | 'label' | 'name' | 'format'>

/** An issue, chapter or volume as the page of its series shows it. */
export type IssueCard = {
  id: string
  /** "#3", "Chapter 12", "Volume 2", "Annual #1", "One-shot". */
  label: string
  /** The number alone, for the placeholder of a missing issue. */
  number: string
  name: string
  cover: string | null
  owned: boolean
  missing: boolean
  /** Missing because it is not released. */
  announced: boolean
  state: MarkState
  /** The state in words: "Wanted", "Releases 9 Dec 2026". */
  word: string
  /** "24 pages" */
  pages: string
  /** "CBZ, 48 MB" */
  file: string
  /** `cbz`; '' without a file. */
  format: string
  location: string
  date: string
  /** The user's choice. */
  intent: WireIssue['acquisitionIntent']
  unit: WireIssue['unit']
  annual: boolean
  volume: string
  /** The server's values, for filters and actions. */
  wanted: boolean
  open: boolean
  /** Whether the issue is missing and released, so that a search may find a release. */
  searchable: boolean
  /** Whether the file has pages. */
  readable: boolean
  read: ReadState
  /** Whether the issue is unread in a series that the user has started. */
  fresh: boolean
  /** "Read", "Page 14 of 24"; '' while unread. */
  readWords: string
  /** 0 to 1. */
  readShare: number
  /** The time of the last reading; '' for never. */
  readAt: string
}

export type ReadState = 'unread' | 'reading' | 'read'
/** Reading progress by issue id; unread issues are left out. */
export type IssueReadings = Record<string, { state: ReadState; page: number; percent: number; read_at: string }>

/** The fields the page reads. */
export type IssueFields = Pick<
  WireIssue,
  | 'id'
  | 'name'
  | 'number'
  | 'unit'
  | 'annual'
  | 'volumeNumber'
  | 'imageURL'
  | 'releaseDate'
  | 'issueDate'
  | 'displayState'
  | 'acquisitionIntent'
  | 'owned'
  | 'missing'
  | 'future'
  | 'pageCount'
  | 'fileSize'
  | 'format'
  | 'location'
>

export function issueCard(issue: IssueFields, readings: IssueReadings = {}): IssueCard {
  const { displayState, owned, missing, future, format, fileSize, pageCount } = issue
  const dateOf = () => dayWords(issue.releaseDate ?? issue.issueDate)
  const { state, word } = ISSUE_STATES[displayState]
  const comes = comesWords(issue, dateOf)
  return {
    id: issue.id,
    label: labelOf(issue),
    number: issue.number,
    name: issue.name ?? '',
    cover: issue.imageURL,
    owned,
    missing,
    announced: missing && future,
    state,
    word: comes === undefined ? word : displayState === 'Wanted' ? `${word}, r${comes.slice(1)}` : comes,
    pages: pageCount ? pluralWords(pageCount, '{count} page', '{count} pages') : '',
    // The first formatter of a page is slow, and a wall of covers shows neither dates nor sizes of issues with files.
    get file() {
      return [format?.toUpperCase(), fileSize ? sizeWords(fileSize) : ''].filter(Boolean).join(', ')
    },
    format: owned && issue.location ? (format ?? '') : '',
    location: issue.location ?? '',
    get date() {
      return dateOf()
    },
    intent: issue.acquisitionIntent,
    unit: issue.unit,
    annual: issue.annual,
    volume: issue.unit === 'volume' ? issue.number : (issue.volumeNumber ?? ''),
    wanted: displayState === 'Wanted',
    open: displayState === 'Missing' && !future,
    searchable: missing && !future,
    ...readingOf(issue, readings),
  }
}

/** The card for the user of this session. Readers see an issue as missing until it is there, unless it is ignored. */
export function ownCard(issue: IssueFields, readings?: IssueReadings): IssueCard {
  const card = issueCard(issue, readings)
  if (!isReader()) return card
  const hidden = { intent: 'policy', wanted: false, open: false, searchable: false } as const
  if (card.owned || card.state === 'have') return { ...card, ...hidden }
  if (isIgnored(card)) return { ...card, ...hidden, intent: 'ignored' }
  const word = comesWords(issue, () => card.date) ?? 'Missing'
  return { ...card, ...hidden, missing: true, state: 'unknown', word }
}

function comesWords({ future, missing }: IssueFields, dateOf: () => string): string | undefined {
  const date = future && missing ? dateOf() : ''
  return date ? `Releases ${date}` : undefined
}

/** A text-only book has a file without pages, so the reader cannot open it. */
function readingOf({ id, owned, location, pageCount }: IssueFields, readings: IssueReadings) {
  const { state = 'unread', page = 0, percent = 0, read_at = '' } = readings[id] ?? {}
  const words = { unread: '', reading: `Page ${page + 1}${pageCount ? ` of ${pageCount}` : ''}`, read: 'Read' } as const
  const readable = owned && Boolean(location) && pageCount !== 0
  const readShare = state === 'reading' ? percent : 0
  const fresh = readable && state === 'unread' && Object.keys(readings).length > 0
  return { readable, read: state, fresh, readWords: words[state], readShare, readAt: read_at }
}

function labelOf({ number, unit, annual }: IssueFields): string {
  if (annual) return number ? `Annual #${number}` : 'Annual'
  return number ? UNIT_PREFIX[unit] + number : 'One-shot'
}

/** Missing, and the user does not want to miss it. */
export const isIgnored = ({ missing, intent }: Pick<IssueCard, 'missing' | 'intent'>): boolean =>
  missing && intent === 'ignored'

/** Announced, and not ignored. */
export const isComing = (card: Pick<IssueCard, 'missing' | 'intent' | 'announced'>): boolean =>
  card.announced && !isIgnored(card)

export type Show = '' | 'owned' | 'missing' | 'announced' | 'wanted' | 'ignored'

/** The filters above the list of issues. */
export const CARD_FILTERS: Record<Show, (card: IssueCard) => boolean> = {
  '': () => true,
  owned: (card) => card.owned,
  // An ignored issue is not missed, as on the pages of names and for the assistant.
  missing: (card) => card.missing && !card.announced && !isIgnored(card),
  announced: isComing,
  wanted: (card) => card.wanted,
  ignored: isIgnored,
}
