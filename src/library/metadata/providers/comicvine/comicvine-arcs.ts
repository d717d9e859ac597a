import { plainText } from '../plain-text'
import type { IssueRecord, ProviderAnswer, ProviderRequestOptions, SeriesRecord } from '../provider'
import { type ArcFacts, type ArcIssueRecord, type ArcQueries, type ArcRecord, byDate } from '../provider-arcs'
import {
  addressField,
  countField,
  knownFields,
  lineField,
  listField,
  longTextField,
  objectField,
  type ReplyFields,
  replyFields,
  requiredText,
  textFields,
} from '../reply-fields'
import { type ComicvinePage, comicvineIssue, comicvinePicture } from './comicvine-records'

// The service itself misspells the count.
const ARC = 'id,name,deck,description,image,publisher,site_detail_url,count_of_isssue_appearances'
/** The most ids per request. */
const AT_ONCE = 100
/** Far more than any arc has. */
const MOST_ISSUES = 5000

interface Requests {
  search<T>(name: string, fields: string, read: (fields: ReplyFields) => T, asking?: ProviderRequestOptions): Promise<ProviderAnswer<ComicvinePage<T>>> // biome-ignore format: one line
  detail<T>(arcId: string, fields: string, read: (fields: ReplyFields) => T, asking?: ProviderRequestOptions): Promise<ProviderAnswer<T | undefined>> // biome-ignore format: one line
  issues<T>(ids: readonly string[], read: (fields: ReplyFields) => T, asking?: ProviderRequestOptions): Promise<ProviderAnswer<ComicvinePage<T>>> // biome-ignore format: one line
  series(ids: readonly string[], asking?: ProviderRequestOptions): Promise<ProviderAnswer<SeriesRecord[]>>
}

/** Story arcs of ComicVine. The service lists the issues of an arc by id and name only, without a reading order. */
export function comicvineArcs(requests: Requests): ArcQueries {
  return {
    async search(name, asking) {
      const found = await requests.search(name, ARC, arcOf, asking)
      return 'ok' in found ? { ok: found.ok.results } : found
    },

    arc: (arcId, asking) => requests.detail(arcId, ARC, arcOf, asking),

    async issues(arcId, asking) {
      const named = await requests.detail(arcId, 'issues', (arc) => textFields(listField(arc, 'issues'), 'id'), asking)
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

function arcOf(arc: ReplyFields): ArcRecord {
  return {
    provider: 'comicvine',
    provider_id: requiredText(arc, 'id'),
    ordered: false,
    facts: knownFields<ArcFacts>({
      name: requiredText(arc, 'name'),
      publisher: lineField(objectField(arc, 'publisher') ?? {}, 'name'),
      description: plainText(longTextField(arc, 'description')) ?? plainText(longTextField(arc, 'deck')),
      image_url: comicvinePicture(arc)?.large,
      url: addressField(arc, 'site_detail_url'),
      // ComicVine sends 0 for most arcs, whatever their real count.
      issue_count: countField(arc, 'count_of_isssue_appearances') || undefined,
    }),
  }
}

interface ListedIssue extends IssueRecord {
  series: string
  series_id?: string | undefined
}

function listedIssue(issue: ReplyFields): ListedIssue {
  const volume = replyFields(issue.volume, 'volume')
  return { ...comicvineIssue(issue), series: requiredText(volume, 'name'), series_id: lineField(volume, 'id') }
}

function arcIssueOf({ provider_id, facts, series, series_id }: ListedIssue, known?: SeriesRecord): ArcIssueRecord {
  return knownFields<ArcIssueRecord>({
    provider_id,
    series_id,
    // A library may keep an annual under its series or as its own series; ComicVine lists it as its own.
    series: facts.kind === 'annual' ? `${series} Annual` : series,
    series_year: known?.facts.year,
    number: facts.number ?? '',
    title: facts.title,
    release_date: facts.release_date,
    issue_date: facts.issue_date,
  })
}
