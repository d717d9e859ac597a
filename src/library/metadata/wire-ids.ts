import { type ProviderName, providerNames, providerOf } from '../../base/providers/descriptors'
import type { CrossIds } from './providers/provider'

/**
 * How providers' ids appear in the library's: `18705` is ComicVine's, as it always was; other providers have a prefix.
 * Everywhere else ids are opaque.
 */

export interface SeriesRef {
  provider: ProviderName
  provider_id: string
}

/** The provider and its own id; undefined for local series and for any other text. */
export function readSeriesId(text: string): SeriesRef | undefined {
  return read('typedId', text.trim())
}

/** A series that a search names by id or address. A bare number is a title there: "52", "300". */
export function readReference(text: string): SeriesRef | undefined {
  const reference = text.trim()
  return read('typedPage', reference) ?? (/^\d+$/.test(reference) ? undefined : readSeriesId(reference))
}

/** A story arc by its id in our or ComicVine's form; undefined for local arcs and for any other text. */
export function readArcId(text: string): SeriesRef | undefined {
  return readArc('typedId', text.trim())
}

/** A story arc that a search names by id or address; a bare number is a name there. */
export function readArcReference(text: string): SeriesRef | undefined {
  const reference = text.trim()
  return readArc('typedPage', reference) ?? (/^\d+$/.test(reference) ? undefined : readArcId(reference))
}

function readArc(form: 'typedId' | 'typedPage', text: string): SeriesRef | undefined {
  for (const provider of providerNames) {
    const found = providerOf(provider).arcs?.[form].exec(text)?.[1]
    if (found) return { provider, provider_id: found.toLowerCase() }
  }
  return undefined
}

function read(form: 'typedId' | 'typedPage', text: string): SeriesRef | undefined {
  for (const provider of providerNames) {
    const found = providerOf(provider)[form].exec(text)?.[1]
    if (found) return { provider, provider_id: found.toLowerCase() }
  }
  return undefined
}

/** The id of a series or story arc outside the library: returned by a search and accepted by `add`. */
export function refId({ provider, provider_id }: SeriesRef): string {
  return providerOf(provider).prefix + provider_id
}

/** The id of a new series: ComicVine's number where Metron states it, so that both are the same series. */
export function writeSeriesId(record: SeriesRef & { ids?: CrossIds }): string {
  const other = providerOf(record.provider).keepsIdsOf
  const kept = other && record.ids?.[other]
  return kept ? refId({ provider: other, provider_id: kept }) : refId(record)
}

/** The id of a new issue, unless it is taken. */
export function writeIssueId(provider: ProviderName, providerId: string): string {
  return providerOf(provider).prefix + providerId
}
