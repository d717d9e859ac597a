import { ServiceError } from '../../../outside/service-error'
import type { Settings } from '../../client/configured'
import type { MetadataClient, ProviderRequest } from '../../client/metadata-client'
import { plainText } from '../plain-text'
import type {
  Answer,
  Credit,
  IssueFacts,
  IssueRecord,
  ProviderQueries,
  ProviderRequestOptions,
  ReleaseRecord,
  SeriesFacts,
  SeriesRecord,
} from '../provider'
import { type Query, requestUrl } from '../request-url'
import {
  addressOf,
  countOf,
  dayOf,
  eachText,
  type Fields,
  fieldsOf,
  knownFields,
  lineOf,
  listOf,
  longTextOf,
  needList,
  needText,
  partOf,
  sentText,
  textOf,
  yearOf,
} from '../shapes'

const VOLUME =
  'id,name,aliases,deck,description,count_of_issues,first_issue,last_issue,image,publisher,site_detail_url,start_year,date_last_updated'
const ISSUE = 'id,issue_number,name,cover_date,store_date,description,image,volume,site_detail_url,date_last_updated'
const CREDITS = 'person_credits,character_credits,team_credits,location_credits,story_arc_credits'

const VOLUME_OF_RELEASE = 'id,name,publisher,start_year'

/** Most that one answer holds. */
const PAGE = 100
/** No series has more; a wrong count must not cause endless requests. */
const MOST_PAGES = 50
/** Of the releases of one week. */
const RELEASE_PAGES = 15
const [HOUR, DAY] = [3_600_000, 86_400_000]

/** What it calls people, in the words of ComicInfo. */
const ROLES: Record<string, string[]> = {
  writer: ['Writer'],
  artist: ['Penciller', 'Inker'],
  penciler: ['Penciller'],
  penciller: ['Penciller'],
  inker: ['Inker'],
  colorist: ['Colorist'],
  colourist: ['Colorist'],
  letterer: ['Letterer'],
  cover: ['CoverArtist'],
  editor: ['Editor'],
  translator: ['Translator'],
}

type Page<T> = { results: T[]; total: number }

/** ComicVine: comics, with the user's own key. Source: comicvine.gamespot.com/api/documentation. */
export function makeComicvine({ client, config }: { client: MetadataClient; config: Settings }): ProviderQueries {
  const question = (path: string, query: Query, freshForMs: number): ProviderRequest => ({
    url: requestUrl(config.get('comicvine_url'), `${path}/`, { format: 'json', ...query }),
    resource: path.split('/')[0]!,
    freshForMs,
    absent: true,
    key: ({ url }) => url.searchParams.set('api_key', config.get('comicvine_api')),
  })
  const list = <T>(
    asked: ProviderRequest,
    read: (fields: Fields) => T,
    asking?: ProviderRequestOptions,
  ): Promise<Answer<Page<T>>> => client.request('comicvine', asked, (json) => pageOf(json, read), asking)

  /** Issues carry the name of their volume alone; its publisher and year come a hundred volumes at a time. */
  const withPublishers = async (
    releases: Release[],
    asking?: ProviderRequestOptions,
  ): Promise<Answer<ReleaseRecord[]>> => {
    const ids = [...new Set(releases.map(({ volume }) => volume))]
    const known = new Map<string, Pick<SeriesFacts, 'publisher' | 'year'>>()
    for (let from = 0; from < ids.length; from += PAGE) {
      const query = {
        filter: `id:${ids.slice(from, from + PAGE).join('|')}`,
        limit: PAGE,
        field_list: VOLUME_OF_RELEASE,
      }
      const found = await list(question('volumes', query, DAY), seriesOf, asking && { ...asking, fresh: false })
      if (!('ok' in found)) return found
      for (const { provider_id, facts } of found.ok.results) known.set(provider_id, facts)
    }
    const ok = releases.map(({ volume, record }) => {
      const { publisher, year } = known.get(volume) ?? {}
      return knownFields<ReleaseRecord>({ ...record, publisher, year })
    })
    return { ok }
  }

  return {
    searchSize: PAGE,

    async search({ name, limit, offset }, asking) {
      const size = Math.min(Math.max(limit, 1), PAGE)
      // It counts pages here and entries everywhere else.
      const page = Math.floor(offset / size) + 1
      const query = { query: name, resources: 'volume', limit: size, page, field_list: VOLUME }
      const found = await list(question('search', query, 6 * HOUR), seriesOf, asking)
      return 'ok' in found ? { ok: { series: found.ok.results, total: found.ok.total } } : found
    },

    async series(ids, asking) {
      const all: SeriesRecord[] = []
      for (let from = 0; from < ids.length; from += PAGE) {
        const query = { filter: `id:${ids.slice(from, from + PAGE).join('|')}`, limit: PAGE, field_list: VOLUME }
        const found = await list(question('volumes', query, DAY), seriesOf, asking)
        if (!('ok' in found)) return found
        all.push(...found.ok.results)
      }
      return { ok: all }
    },

    async issues(seriesId, asking) {
      const all: IssueRecord[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = {
          filter: `volume:${seriesId}`,
          sort: 'id:asc',
          limit: PAGE,
          offset: page * PAGE,
          field_list: ISSUE,
        }
        const found = await list(question('issues', query, HOUR), issueOf, asking)
        if (!('ok' in found)) return found
        all.push(...found.ok.results)
        if (found.ok.results.length === 0 || all.length >= found.ok.total) break
      }
      return { ok: all }
    },

    issue(issueId, asking) {
      const asked = question(`issue/4000-${issueId}`, { field_list: `${ISSUE},${CREDITS}` }, 7 * DAY)
      return client.request('comicvine', asked, (json) => detailOf(resultsOf(json)), asking)
    },

    async releases({ first, last }, asking) {
      const query = { filter: `store_date:${first}|${last}`, sort: 'id:asc', limit: PAGE, field_list: ISSUE }
      const all: Release[] = []
      for (let page = 0; page < RELEASE_PAGES; page++) {
        const asked = question('issues', { ...query, offset: page * PAGE }, HOUR)
        const found = await list(asked, releaseOf, asking)
        if (!('ok' in found)) return found
        all.push(...found.ok.results)
        if (all.length >= found.ok.total) return withPublishers(all, asking)
        if (found.ok.results.length === 0) {
          return { failure: 'unreadable', detail: `ComicVine sent ${all.length} of ${found.ok.total} releases.` }
        }
      }
      return {
        failure: 'unreadable',
        detail: `ComicVine lists more than ${RELEASE_PAGES * PAGE} releases in one week.`,
      }
    },

    async test(asking) {
      const found = await list(question('volumes', { limit: 1, field_list: 'id' }, 0), () => null, asking)
      return 'ok' in found ? { ok: { detail: 'ComicVine answers and takes the key.' } } : found
    },
  }
}

/** Errors are inside a reply with status 200. Undefined: not found. */
function resultsOf(json: unknown): Fields | undefined {
  if (json === null) return undefined
  const answer = fieldsOf(json)
  const code = answer.status_code
  if (code === 1) return answer
  if (code === 101) return undefined
  if (code === 100) throw new ServiceError('auth', 'code 100')
  if (code === 107) throw new ServiceError('limit')
  if (typeof code === 'number') throw new ServiceError('refused', `code ${code}`)
  throw new Error('status_code is missing')
}

function pageOf<T>(json: unknown, read: (fields: Fields) => T): Page<T> {
  const answer = resultsOf(json)
  if (!answer) return { results: [], total: 0 }
  const results = needList(answer, 'results').map(read)
  return { results, total: countOf(answer, 'number_of_total_results') ?? results.length }
}

function seriesOf(volume: Fields): SeriesRecord {
  const image = pictureOf(volume)
  const [first, last] = [partOf(volume, 'first_issue'), partOf(volume, 'last_issue')]
  return knownFields<SeriesRecord>({
    provider: 'comicvine',
    provider_id: needText(volume, 'id'),
    facts: knownFields<SeriesFacts>({
      name: needText(volume, 'name'),
      aliases: (longTextOf(volume, 'aliases') ?? '').split(/[\r\n]+/).flatMap((alias) => lineOf(alias) ?? []),
      content_type: 'comic',
      year: yearOf(volume, 'start_year'),
      publisher: textOf(partOf(volume, 'publisher') ?? {}, 'name'),
      description: plainText(longTextOf(volume, 'description')) ?? plainText(longTextOf(volume, 'deck')),
      image_url: image?.large,
      url: addressOf(volume, 'site_detail_url'),
      issue_count: countOf(volume, 'count_of_issues'),
    }),
    ids: {},
    first_issue_id: first && textOf(first, 'id'),
    last_issue_id: last && textOf(last, 'id'),
    thumb_url: image?.small,
    changed: textOf(volume, 'date_last_updated'),
  })
}

function issueOf(issue: Fields): IssueRecord {
  const printed = sentText(issue, 'issue_number')
  const annual = /^annual\b[\s#]*(.*)$/i.exec(printed ?? '')
  const facts = knownFields<IssueFacts>({
    kind: annual ? 'annual' : 'issue',
    unit: 'issue',
    number: annual ? annual[1] || '1' : printed,
    title: textOf(issue, 'name'),
    release_date: dayOf(issue, 'store_date'),
    issue_date: dayOf(issue, 'cover_date'),
    summary: plainText(longTextOf(issue, 'description')),
    url: addressOf(issue, 'site_detail_url'),
    image_url: pictureOf(issue)?.large,
  })
  const changed = textOf(issue, 'date_last_updated')
  return { provider_id: needText(issue, 'id'), facts, detailed: false, ...(changed === undefined ? {} : { changed }) }
}

interface Release {
  volume: string
  record: ReleaseRecord
}

function releaseOf(issue: Fields): Release {
  const { facts, provider_id } = issueOf(issue)
  const volume = fieldsOf(issue.volume, 'volume')
  const id = needText(volume, 'id')
  const record = knownFields<ReleaseRecord>({
    id: provider_id,
    day: facts.release_date ?? '',
    series: needText(volume, 'name'),
    kind: facts.kind ?? 'issue',
    unit: 'issue',
    number: facts.number ?? '',
    title: facts.title,
    series_ids: { comicvine: id },
    issue_ids: { comicvine: provider_id },
  })
  return { volume: id, record }
}

function detailOf(answer: Fields | undefined): IssueRecord | undefined {
  if (!answer) return undefined
  const issue = fieldsOf(answer.results, 'results')
  const record = issueOf(issue)
  const more = knownFields<IssueFacts>({
    credits: listOf(issue, 'person_credits').map(creditOf),
    characters: eachText(listOf(issue, 'character_credits'), 'name'),
    teams: eachText(listOf(issue, 'team_credits'), 'name'),
    locations: eachText(listOf(issue, 'location_credits'), 'name'),
    arcs: listOf(issue, 'story_arc_credits').map((arc) => ({
      name: needText(arc, 'name'),
      provider_id: needText(arc, 'id'),
    })),
  })
  return { ...record, facts: { ...record.facts, ...more }, detailed: true }
}

function creditOf(person: Fields): Credit {
  const words = (textOf(person, 'role') ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return {
    name: needText(person, 'name'),
    roles: [...new Set(words.flatMap((word) => ROLES[word.toLowerCase()] ?? [word]))],
  }
}

/** Series without a picture of their own get a blank one there; that is none. */
function pictureOf(from: Fields): { large: string | undefined; small: string | undefined } | undefined {
  const image = partOf(from, 'image')
  if (!image) return undefined
  const [large, small] = [
    addressOf(image, 'super_url') ?? addressOf(image, 'original_url') ?? addressOf(image, 'medium_url'),
    addressOf(image, 'small_url') ?? addressOf(image, 'medium_url'),
  ]
  return /\/(?:\d+-)?(?:blank|img_broken)\b[^/]*$/.test(large ?? '') ? undefined : { large, small }
}
