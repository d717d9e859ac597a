import type { ProviderName } from './states'

/**
 * How ids of providers look in ours: `18705` is ComicVine's, as it always was; the others carry a prefix. Everywhere
 * else ids are opaque.
 */

export interface SeriesRef {
  provider: ProviderName
  provider_id: string
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** `4050-` and `4000-` are ComicVine's own prefixes, for series and issues. */
const SHAPES: [ProviderName, RegExp][] = [
  ['comicvine', /^(?:40[05]0-)?(\d{1,12})$/],
  ['metron', /^metron-(\d{1,12})$/],
  ['mangadex', new RegExp(`^md-(${UUID})$`, 'i')],
  ['anilist', /^al-(\d{1,12})$/],
]

/** Addresses of pages, as somebody copies them out of a browser. */
const PAGES: [ProviderName, RegExp][] = [
  ['comicvine', /^https?:\/\/comicvine\.gamespot\.com\/.*\b4050-(\d{1,12})/i],
  ['metron', /^https?:\/\/metron\.cloud\/series\/(\d{1,12})\b/i],
  ['mangadex', new RegExp(`^https?://mangadex\\.org/(?:title|manga)/(${UUID})`, 'i')],
  ['anilist', /^https?:\/\/anilist\.co\/manga\/(\d{1,12})\b/i],
]

const PREFIX: Record<ProviderName, string> = { comicvine: '', metron: 'metron-', mangadex: 'md-', anilist: 'al-' }

/** The provider and its own id; undefined for ids of local series and for whatever else. */
export function readSeriesId(text: string): SeriesRef | undefined {
  return read(SHAPES, text.trim())
}

/** A series that somebody names by its id or its address in a search. A bare number is a name there: "52", "300". */
export function readReference(text: string): SeriesRef | undefined {
  const asked = text.trim()
  return read(PAGES, asked) ?? (/^\d+$/.test(asked) ? undefined : readSeriesId(asked))
}

function read(shapes: [ProviderName, RegExp][], text: string): SeriesRef | undefined {
  for (const [provider, shape] of shapes) {
    const found = shape.exec(text)?.[1]
    if (found) return { provider, provider_id: found.toLowerCase() }
  }
  return undefined
}

/** The id of a series while only its provider knows it: what a search answers and `add` takes. */
export function refId({ provider, provider_id }: SeriesRef): string {
  return PREFIX[provider] + provider_id
}

/** The id that a new series of the library gets: ComicVine's number where Metron knows it, so that both are one series. */
export function writeSeriesId(record: SeriesRef & { ids?: { comicvine?: string } }): string {
  const { provider, ids } = record
  return provider === 'metron' && ids?.comicvine ? ids.comicvine : refId(record)
}

/** The id that a new issue gets unless it is taken. */
export function writeIssueId(provider: ProviderName, providerId: string): string {
  return PREFIX[provider] + providerId
}
