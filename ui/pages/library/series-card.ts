import { dayWords, numberWords, sizeWords } from '../../parts/text/format'
import {
  haveShare,
  haveWords,
  isTotalUnknown,
  isWhole,
  releasedTotal,
  shortHaveWords,
} from '../../parts/text/have-words'
import { publicationWords } from '../../parts/text/publication-words'
import { isReader } from '../../state/user'
import type { WireListSeries } from './wire'

/** A series as the library shows it. */
export type SeriesCard = {
  id: string
  name: string
  cover: string | null
  year: string
  publisher: string
  /** "54 of 60", "9 of 12 volumes" */
  words: string
  /** The short form: "30 issues" */
  short: string
  /** The same text for a screen reader, complete without context. */
  spoken: string
  /** 0 to 1; undefined while the total is unknown. */
  share: number | undefined
  whole: boolean
  paused: boolean
  manga: boolean
  latest: string
  added: string
  /** "Yes", "No" */
  monitored: string
  /** "Ongoing", "Ended" */
  status: string
  unread: string
  size: string
  /** The day of the next release. */
  next: string
  /** 1 to 5; 0 without a rating. */
  rating: number
  /** "lent, noir" */
  tags: string
}

/** The fields that lists request. */
export type SeriesFields = Pick<
  WireListSeries,
  | 'ComicID'
  | 'ComicName'
  | 'ComicImage'
  | 'Status'
  | 'ComicPublisher'
  | 'ComicYear'
  | 'LatestIssue'
  | 'LatestDate'
  | 'DateAdded'
  | 'Total'
  | 'Have'
  | 'Announced'
  | 'CountedIn'
  | 'TotalKnown'
  | 'ContentType'
  | 'Size'
  | 'Unread'
  | 'NextDate'
  | 'Publication'
  | 'Rating'
  | 'Tags'
>

/** What the table alone shows is worded when it is read: a piece of the list has more rows than the window. */
export function seriesCard(row: SeriesFields): SeriesCard {
  return {
    id: row.ComicID,
    name: row.ComicName,
    cover: row.ComicImage,
    year: row.ComicYear ?? '',
    publisher: row.ComicPublisher ?? '',
    words: isReader() ? shortHaveWords(row) : haveWords(row),
    short: shortHaveWords(row),
    spoken: spokenWords(row),
    whole: isWhole(row),
    share: haveShare(row),
    paused: row.Status === 'Paused',
    manga: row.ContentType === 'manga',
    get latest() {
      return latestWords(row)
    },
    get added() {
      return dayWords(row.DateAdded)
    },
    monitored: row.Status === 'Paused' ? 'No' : 'Yes',
    status: publicationWords(row.Publication),
    unread: row.Unread > 0 ? numberWords(row.Unread) : '',
    get size() {
      return row.Size > 0 ? sizeWords(row.Size) : ''
    },
    get next() {
      return dayWords(row.NextDate)
    },
    rating: row.Rating ?? 0,
    tags: row.Tags.join(', '),
  }
}

function latestWords({ LatestIssue, LatestDate }: SeriesFields): string {
  const number = LatestIssue ? `#${LatestIssue}` : ''
  return [number, dayWords(LatestDate)].filter(Boolean).join(' · ')
}

function spokenWords(row: SeriesFields): string {
  const words = isReader() ? shortHaveWords(row) : haveWords(row)
  if (releasedTotal(row) === 0 || isTotalUnknown(row)) return words
  return row.CountedIn === 'issue' ? `${words} issues` : words
}
