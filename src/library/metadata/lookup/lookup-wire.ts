import { providerOf } from '../../../base/providers/descriptors'
import { pictureAddress } from '../../series/art'
import { pageDirection } from '../../series/reading-direction'
import type { SeriesRecord } from '../providers/provider'
import type { ArcRecord } from '../providers/provider-arcs'
import type { SearchRow } from '../schema'
import { refId } from '../wire-ids'

/** A provider's series in the form of search results. */

interface InLibrary {
  comicid: string
  status: string
}

export interface SearchResult {
  /** Records of one series from several providers, the preferred one first. */
  records: [SeriesRecord, ...SeriesRecord[]]
  here?: InLibrary
  operation_id?: string
}

export function searchRow({ records, here, operation_id }: SearchResult, thisYear: number): SearchRow {
  const [record, ...others] = records
  const { provider, provider_id, facts, ids } = record
  const text = (value: number | undefined) => (value === undefined ? null : String(value))
  const content_type = facts.content_type ?? usualKind(record)
  const description = facts.description ?? null
  return {
    name: facts.name ?? provider_id,
    comicyear: text(facts.year),
    comicid: here?.comicid ?? refId(record),
    url: facts.url ?? null,
    issues: text(facts.issue_count),
    comicimage: pictureAddress(facts.image_url ?? record.thumb_url),
    comicthumb: pictureAddress(record.thumb_url ?? facts.image_url),
    publisher: facts.publisher ?? (content_type === 'manga' ? (facts.authors?.join(', ') ?? null) : null),
    description,
    deck: deckOf(description),
    type: facts.book_type ?? null,
    haveit: here ?? 'No',
    lastissueid: record.last_issue_id ?? null,
    firstissueid: record.first_issue_id ?? null,
    volume: text(facts.volume),
    imprint: facts.imprint ?? null,
    seriesrange: yearsOf(facts.year, facts.end_year, thisYear),
    metadata_source: provider,
    in_library: here !== undefined,
    content_type,
    status: facts.publication === 'ended' && content_type === 'manga' ? 'completed' : (facts.publication ?? null),
    content_rating: record.content_rating ?? null,
    alt_titles: facts.aliases ?? [],
    reading_direction: pageDirection(facts.reading_direction ?? (content_type === 'manga' ? 'rtl' : 'ltr')),
    external_id: provider_id,
    mal_id: ids.myanimelist ?? null,
    cv_comicid: provider === 'comicvine' ? provider_id : (ids.comicvine ?? null),
    also_at: others.map((other) => other.provider),
    operation_id: operation_id ?? null,
  }
}

/** A story arc with the fields of a series, so that existing tools can read both. */
export function arcSearchRow({ provider, provider_id, facts, ordered }: ArcRecord, isHere: boolean): SearchRow {
  const comicid = refId({ provider, provider_id })
  const description = facts.description ?? null
  const image = pictureAddress(facts.image_url)
  const cvarcid = provider === 'comicvine' ? provider_id : null
  return {
    name: facts.name,
    comicyear: null,
    comicid,
    url: facts.url ?? null,
    issues: facts.issue_count === undefined ? null : String(facts.issue_count),
    comicimage: image,
    comicthumb: image,
    publisher: facts.publisher ?? null,
    description,
    deck: deckOf(description),
    type: 'story_arc',
    haveit: isHere ? { comicid, status: 'Active' } : 'No',
    lastissueid: null,
    firstissueid: null,
    volume: null,
    imprint: null,
    seriesrange: [],
    metadata_source: provider,
    in_library: isHere,
    content_type: 'comic',
    status: null,
    content_rating: null,
    alt_titles: [],
    reading_direction: 'ltr',
    external_id: provider_id,
    mal_id: null,
    cv_comicid: null,
    also_at: [],
    operation_id: null,
    cvarcid,
    arclist: null,
    ordered,
  }
}

const usualKind = ({ provider }: SeriesRecord) => providerOf(provider).serves[0] ?? 'comic'

/** The first sentence, or as much of it as fits a line or two. */
function deckOf(description: string | null): string | null {
  const first = description?.split(/(?<=[.!?])\s/)[0]
  return first ? (first.length > 200 ? `${first.slice(0, 199).trimEnd()}…` : first) : null
}

/** Every year in which the series was published. */
function yearsOf(from: number | undefined, to: number | undefined, thisYear: number): string[] {
  if (from === undefined) return []
  const last = Math.min(Math.max(to ?? thisYear, from), from + 150)
  return Array.from({ length: last - from + 1 }, (_, at) => String(from + at))
}
