import { ServiceError } from '../../../../base/outbound/service-error'
import { plainText } from '../plain-text'
import type { Credit, IssueFacts, IssueRecord, ReleaseRecord, SeriesFacts, SeriesRecord } from '../provider'
import {
  addressField,
  countField,
  dayField,
  knownFields,
  lineField,
  listField,
  longTextField,
  objectField,
  type ReplyFields,
  replyFields,
  requiredList,
  requiredText,
  sentTextField,
  singleLine,
  textFields,
  yearField,
} from '../reply-fields'

/** ComicVine's records in Panelkeep's form. */

/** ComicVine's roles of people, in the words of ComicInfo. */
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

export type ComicvinePage<T> = { results: T[]; total: number }

/** Errors are inside a reply with status 200. Undefined: not found. */
export function comicvineResults(json: unknown): ReplyFields | undefined {
  if (json === null) return undefined
  const answer = replyFields(json)
  const code = answer.status_code
  if (code === 1) return answer
  if (code === 101) return undefined
  if (code === 100) throw new ServiceError('auth', 'code 100')
  if (code === 107) throw new ServiceError('limit')
  if (typeof code === 'number') throw new ServiceError('refused', `code ${code}`)
  throw new Error('status_code is missing')
}

export function comicvinePage<T>(json: unknown, read: (fields: ReplyFields) => T): ComicvinePage<T> {
  const answer = comicvineResults(json)
  if (!answer) return { results: [], total: 0 }
  const results = requiredList(answer, 'results').map(read)
  return { results, total: countField(answer, 'number_of_total_results') ?? results.length }
}

export function comicvineSeries(volume: ReplyFields): SeriesRecord {
  const image = comicvinePicture(volume)
  const [first, last] = [objectField(volume, 'first_issue'), objectField(volume, 'last_issue')]
  return knownFields<SeriesRecord>({
    provider: 'comicvine',
    provider_id: requiredText(volume, 'id'),
    facts: knownFields<SeriesFacts>({
      name: requiredText(volume, 'name'),
      aliases: (longTextField(volume, 'aliases') ?? '').split(/[\r\n]+/).flatMap((alias) => singleLine(alias) ?? []),
      content_type: 'comic',
      year: yearField(volume, 'start_year'),
      publisher: lineField(objectField(volume, 'publisher') ?? {}, 'name'),
      description: plainText(longTextField(volume, 'description')) ?? plainText(longTextField(volume, 'deck')),
      image_url: image?.large,
      url: addressField(volume, 'site_detail_url'),
      issue_count: countField(volume, 'count_of_issues'),
    }),
    ids: {},
    first_issue_id: first && lineField(first, 'id'),
    last_issue_id: last && lineField(last, 'id'),
    thumb_url: image?.small,
    changed: lineField(volume, 'date_last_updated'),
  })
}

export function comicvineIssue(issue: ReplyFields): IssueRecord {
  const printed = sentTextField(issue, 'issue_number')
  const annual = /^annual\b[\s#]*(.*)$/is.exec(printed ?? '')
  const facts = knownFields<IssueFacts>({
    kind: annual ? 'annual' : 'issue',
    unit: 'issue',
    number: annual ? annual[1] || '1' : printed,
    title: lineField(issue, 'name'),
    release_date: dayField(issue, 'store_date'),
    issue_date: dayField(issue, 'cover_date'),
    summary: plainText(longTextField(issue, 'description')),
    url: addressField(issue, 'site_detail_url'),
    image_url: comicvinePicture(issue)?.large,
  })
  const changed = lineField(issue, 'date_last_updated')
  return {
    provider_id: requiredText(issue, 'id'),
    facts,
    detailed: false,
    ...(changed === undefined ? {} : { changed }),
  }
}

export interface ComicvineRelease {
  volume: string
  record: ReleaseRecord
}

export function comicvineRelease(issue: ReplyFields): ComicvineRelease {
  const { facts, provider_id } = comicvineIssue(issue)
  const volume = replyFields(issue.volume, 'volume')
  const id = requiredText(volume, 'id')
  const record = knownFields<ReleaseRecord>({
    id: provider_id,
    day: facts.release_date ?? '',
    series: requiredText(volume, 'name'),
    kind: facts.kind,
    unit: 'issue',
    number: facts.number ?? '',
    title: facts.title,
    series_ids: { comicvine: id },
    issue_ids: { comicvine: provider_id },
  })
  return { volume: id, record }
}

export function comicvineDetail(answer: ReplyFields | undefined): IssueRecord | undefined {
  if (!answer) return undefined
  const issue = replyFields(answer.results, 'results')
  const record = comicvineIssue(issue)
  const more = knownFields<IssueFacts>({
    credits: listField(issue, 'person_credits').map(creditOf),
    characters: textFields(listField(issue, 'character_credits'), 'name'),
    teams: textFields(listField(issue, 'team_credits'), 'name'),
    locations: textFields(listField(issue, 'location_credits'), 'name'),
    arcs: listField(issue, 'story_arc_credits').map((arc) => ({
      name: requiredText(arc, 'name'),
      provider_id: requiredText(arc, 'id'),
    })),
  })
  return { ...record, facts: { ...record.facts, ...more }, detailed: true }
}

function creditOf(person: ReplyFields): Credit {
  const words = (lineField(person, 'role') ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return {
    name: requiredText(person, 'name'),
    roles: [...new Set(words.flatMap((word) => ROLES[word.toLowerCase()] ?? [word]))],
  }
}

/** Series without a picture get a blank one there, which counts as none. */
export function comicvinePicture(
  from: ReplyFields,
): { large: string | undefined; small: string | undefined } | undefined {
  const image = objectField(from, 'image')
  if (!image) return undefined
  const [large, small] = [
    addressField(image, 'super_url') ?? addressField(image, 'original_url') ?? addressField(image, 'medium_url'),
    addressField(image, 'small_url') ?? addressField(image, 'medium_url'),
  ]
  return /\/(?:\d+-)?(?:blank|img_broken)\b[^/]*$/.test(large ?? '') ? undefined : { large, small }
}
