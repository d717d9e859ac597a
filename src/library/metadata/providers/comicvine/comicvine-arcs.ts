import { plainText } from '../plain-text'
import type { Answer, IssueRecord, ProviderRequestOptions, SeriesRecord } from '../provider'
import { type ArcFacts, type ArcIssueRecord, type ArcQueries, type ArcRecord, byDate } from '../provider-arcs'
import {
  addressOf,
  countOf,
  eachText,
  type Fields,
  fieldsOf,
  knownFields,
  listOf,
  longTextOf,
  needText,
  partOf,
  textOf,
} from '../shapes'
import { issueOf, type Page, pictureOf } from './comicvine-records'

// The spelling of the count is the service's own.
const ARC = 'id,name,deck,description,image,publisher,site_detail_url,count_of_isssue_appearances'
/** Most ids that one request names. */
const AT_ONCE = 100
/** Far more than any arc has. */
const MOST_ISSUES = 5000

interface Requests {
  search<T>(name: string, fields: string, read: (fields: Fields) => T, asking?: ProviderRequestOptions): Promise<Answer<Page<T>>> // biome-ignore format: one line
  detail<T>(arcId: string, fields: string, read: (fields: Fields) => T, asking?: ProviderRequestOptions): Promise<Answer<T | undefined>> // biome-ignore format: one line
  issues<T>(ids: readonly string[], read: (fields: Fields) => T, asking?: ProviderRequestOptions): Promise<Answer<Page<T>>> // biome-ignore format: one line
  series(ids: readonly string[], asking?: ProviderRequestOptions): Promise<Answer<SeriesRecord[]>>
}

/** Story arcs of ComicVine. It lists the issues of an arc by id and name alone, in no reading order. */
export function comicvineArcs(requests: Requests): ArcQueries {
  return {
    async search(name, asking) {
      const found = await requests.search(name, ARC, arcOf, asking)
      return 'ok' in found ? { ok: found.ok.results } : found
    },

    arc: (arcId, asking) => requests.detail(arcId, ARC, arcOf, asking),

    async issues(arcId, asking) {
      const named = await requests.detail(arcId, 'issues', (arc) => eachText(listOf(arc, 'issues'), 'id'), asking)
      if (!('ok' in named)) return named
      const ids = [...new Set(named.ok)].slice(0, MOST_ISSUES)
      const issues: ListedIssue[] = []
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const found = await requests.issues(ids.slice(from, from + AT_ONCE), listedIssue, asking)
        if (!('ok' in found)) return found
        issues.push(...found.ok.results)
      }
      // Only the volume has the start year of a series.
      const series = await requests.series([...new Set(issues.flatMap(({ series_id }) => series_id ?? []))], asking)
      if (!('ok' in series)) return series
      const byId = new Map(series.ok.map((record) => [record.provider_id, record]))
      return { ok: byDate(issues.map((issue) => arcIssueOf(issue, byId.get(issue.series_id ?? '')))) }
    },
  }
}

function arcOf(arc: Fields): ArcRecord {
  return {
    provider: 'comicvine',
    provider_id: needText(arc, 'id'),
    ordered: false,
    facts: knownFields<ArcFacts>({
      name: needText(arc, 'name'),
      publisher: textOf(partOf(arc, 'publisher') ?? {}, 'name'),
      description: plainText(longTextOf(arc, 'description')) ?? plainText(longTextOf(arc, 'deck')),
      image_url: pictureOf(arc)?.large,
      url: addressOf(arc, 'site_detail_url'),
      // Comic Vine sends 0 for most arcs, whatever their count.
      issue_count: countOf(arc, 'count_of_isssue_appearances') || undefined,
    }),
  }
}

interface ListedIssue extends IssueRecord {
  series: string
  series_id?: string | undefined
}

function listedIssue(issue: Fields): ListedIssue {
  const volume = fieldsOf(issue.volume, 'volume')
  return { ...issueOf(issue), series: needText(volume, 'name'), series_id: textOf(volume, 'id') }
}

function arcIssueOf({ provider_id, facts, series, series_id }: ListedIssue, known?: SeriesRecord): ArcIssueRecord {
  return knownFields<ArcIssueRecord>({
    provider_id,
    series_id,
    // A library may keep an annual of a series under the series or apart; a list names it as a series of its own.
    series: facts.kind === 'annual' ? `${series} Annual` : series,
    series_year: known?.facts.year,
    number: facts.number ?? '',
    title: facts.title,
    release_date: facts.release_date,
    issue_date: facts.issue_date,
  })
}
