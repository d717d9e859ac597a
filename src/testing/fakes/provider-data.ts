import { plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import type { Credit, CrossIds } from '../../library/metadata/providers/provider'
import type { Publication } from '../../library/metadata/states'
import type { ContentType, IssueKind, Unit } from '../../library/series/states'
import { UNCHANGED_AT } from './calendar'
import { coverSeed } from './cover'
import { comics } from './provider-comics'
import { manga } from './provider-manga'

/** Data of the fake services. Each of the four sends it in its own format; tests may change it. */
export interface ProviderData {
  series: FakeSeries[]
  /** Reading lists of Metron: issues across series in reading order. */
  readingLists: FakeReadingList[]
}

export interface FakeReadingList {
  id: string
  name: string
  description: string
  /** Keys of the issues. */
  issues: string[]
  changed: Instant
}

export interface FakeSeries {
  /** Key for tests: `harbor-2012`. */
  key: string
  name: string
  aliases: string[]
  /** Name in the original script, for manga. */
  native?: string
  content_type: ContentType
  year: number
  end_year?: number
  publisher?: string
  imprint?: string
  volume?: number
  /** In Metron's terms: `Ongoing Series`, `Limited Series`, `Annual Series`, `One-Shot`, `Trade Paperback`. */
  book_type: string
  /** Plain text; the fakes add their HTML or Markdown. */
  description: string
  /** Language of the original: `en`, `ja`, `ko`. */
  language: string
  publication: Publication
  genres: string[]
  tags: string[]
  authors: string[]
  artists: string[]
  /** `safe`, `suggestive`, `erotica`. */
  content_rating?: string
  last_chapter?: string
  last_volume?: string
  /** Only services with an id have the series. */
  ids: CrossIds
  /** Seed of the cover: `coverPicture(cover)`. */
  cover: string
  issues: FakeIssue[]
  /** When the services last changed the series. */
  changed: Instant
}

export interface FakeIssue {
  /** Key for tests: `harbor-2012/7`. */
  key: string
  kind: IssueKind
  unit: Unit
  /** As printed: `½`, `1.MU`, `4.1`, `Annual 1` is kind annual and number `1`. */
  number: string
  /** Volume of a chapter. */
  volume_number?: string
  title?: string
  release_date?: string
  /** Cover date; the first of a month, as in the services. */
  cover_date?: string
  /** Plain text. */
  summary?: string
  page_count?: number
  price?: string
  upc?: string
  credits: Credit[]
  characters: string[]
  teams: string[]
  locations: string[]
  arcs: { name: string; id: string }[]
  /** Only services with an id have the issue. */
  ids: CrossIds
  cover: string
  changed: Instant
}

/** Fresh data for every caller, with the same content. */
export function makeProviderData(): ProviderData {
  return { series: [...comics(), ...manga()], readingLists: readingLists() }
}

function readingLists(): FakeReadingList[] {
  return [
    {
      id: '77',
      name: 'Signals across the Water',
      description: 'From the first lamp to the last.',
      issues: ['harbor-2019/2', 'harbor-2012/10', 'divers/1', 'quiet/1', 'harbor-2012/3'],
      changed: UNCHANGED_AT,
    },
  ]
}

/** A story arc as its issues name it, with its issues. */
export interface FakeArc {
  id: string
  name: string
  parts: { series: FakeSeries; issue: FakeIssue }[]
}

export function arcsOf({ series }: ProviderData): FakeArc[] {
  const arcs = new Map<string, FakeArc>()
  for (const each of series) {
    for (const issue of each.issues) {
      for (const { id, name } of issue.arcs) {
        const arc = arcs.get(id) ?? { id, name, parts: [] }
        arc.parts.push({ series: each, issue })
        arcs.set(id, arc)
      }
    }
  }
  return [...arcs.values()]
}

export function seriesOf(providerData: ProviderData, key: string): FakeSeries {
  const found = providerData.series.find((each) => each.key === key)
  if (!found) throw new Error(`The fake data has no series ${key}.`)
  return found
}

export function issueOf(providerData: ProviderData, key: string): FakeIssue {
  const found = providerData.series.flatMap((each) => each.issues).find((each) => each.key === key)
  if (!found) throw new Error(`The fake data has no issue ${key}.`)
  return found
}

/** Adds an issue with the given number, title and dates, and ids at the same services as the issue before it. */
export function addFakeIssue(
  providerData: ProviderData,
  seriesKey: string,
  number: string,
  more: Partial<FakeIssue> = {},
): FakeIssue {
  const series = seriesOf(providerData, seriesKey)
  const last = series.issues.at(-1)
  if (!last) throw new Error(`${seriesKey} has no issue to follow.`)
  const ids = Object.fromEntries(Object.entries(last.ids).map(([name, id]) => [name, following(id)]))
  const key = `${seriesKey}/${number}`
  const issue = { ...last, title: undefined, ids, key, number, cover: coverSeed(key), ...more } as FakeIssue
  series.issues.push(issue)
  markChanged(issue)
  markChanged(series)
  return issue
}

/** Moves the date of change forward. */
export function markChanged(what: FakeSeries | FakeIssue): void {
  what.changed = plus(what.changed, 86_400_000)
}

/** The next id: the next number, or a UUID with its last digits incremented. */
function following(id: string): string {
  if (/^\d+$/.test(id)) return String(Number(id) + 1000)
  const tail = (Number.parseInt(id.slice(-8), 16) + 1000 * 0x10000).toString(16).padStart(8, '0')
  return id.slice(0, -8) + tail.slice(-8)
}
