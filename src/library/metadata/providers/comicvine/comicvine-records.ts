import { ServiceError } from '../../../../base/outbound/service-error'
import { plainText } from '../plain-text'
import type { Credit, IssueFacts, IssueRecord, ReleaseRecord, SeriesFacts, SeriesRecord } from '../provider'
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

/** What ComicVine sends, in our words. */

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

export type Page<T> = { results: T[]; total: number }

/** Errors are inside a reply with status 200. Undefined: not found. */
export function resultsOf(json: unknown): Fields | undefined {
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

export function pageOf<T>(json: unknown, read: (fields: Fields) => T): Page<T> {
  const answer = resultsOf(json)
  if (!answer) return { results: [], total: 0 }
  const results = needList(answer, 'results').map(read)
  return { results, total: countOf(answer, 'number_of_total_results') ?? results.length }
}

export function seriesOf(volume: Fields): SeriesRecord {
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

export function issueOf(issue: Fields): IssueRecord {
  const printed = sentText(issue, 'issue_number')
  const annual = /^annual\b[\s#]*(.*)$/is.exec(printed ?? '')
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

export interface Release {
  volume: string
  record: ReleaseRecord
}

export function releaseOf(issue: Fields): Release {
  const { facts, provider_id } = issueOf(issue)
  const volume = fieldsOf(issue.volume, 'volume')
  const id = needText(volume, 'id')
  const record = knownFields<ReleaseRecord>({
    id: provider_id,
    day: facts.release_date ?? '',
    series: needText(volume, 'name'),
    kind: facts.kind,
    unit: 'issue',
    number: facts.number ?? '',
    title: facts.title,
    series_ids: { comicvine: id },
    issue_ids: { comicvine: provider_id },
  })
  return { volume: id, record }
}

export function detailOf(answer: Fields | undefined): IssueRecord | undefined {
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
export function pictureOf(from: Fields): { large: string | undefined; small: string | undefined } | undefined {
  const image = partOf(from, 'image')
  if (!image) return undefined
  const [large, small] = [
    addressOf(image, 'super_url') ?? addressOf(image, 'original_url') ?? addressOf(image, 'medium_url'),
    addressOf(image, 'small_url') ?? addressOf(image, 'medium_url'),
  ]
  return /\/(?:\d+-)?(?:blank|img_broken)\b[^/]*$/.test(large ?? '') ? undefined : { large, small }
}
