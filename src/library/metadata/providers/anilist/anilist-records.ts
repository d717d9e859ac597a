import type { Publication } from '../../states'
import { directionOf } from '../direction'
import { madeUpId, numbersUpTo } from '../issue-counts'
import { plainText } from '../plain-text'
import type { IssueRecord, SeriesFacts, SeriesRecord } from '../provider'
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
  singleLine,
  yearField,
} from '../reply-fields'

const STATUS: Record<string, Publication> = {
  FINISHED: 'ended',
  RELEASING: 'ongoing',
  NOT_YET_RELEASED: 'announced',
  CANCELLED: 'cancelled',
  HIATUS: 'hiatus',
}

/** Tags with a lower rank (percent) are the opinion of a few. */
const LEAST_RANK = 60
/** Roles of creators, not of assistants or translators. */
const MAKES = /^(?:original )?(?:story|art|creator)(?: & (?:story|art))?(?: \((?!.*assist).*\))?$/i

/** A manga as AniList sends it. */
export function mediaOf(media: ReplyFields): SeriesRecord {
  const [name, ...aliases] = namesOf(media)
  const id = requiredText(media, 'id')
  const country = lineField(media, 'countryOfOrigin')
  const cover = objectField(media, 'coverImage') ?? {}
  return knownFields<SeriesRecord>({
    provider: 'anilist',
    provider_id: id,
    facts: knownFields<SeriesFacts>({
      name,
      aliases,
      content_type: 'manga',
      year: yearField(objectField(media, 'startDate') ?? {}, 'year'),
      end_year: yearField(objectField(media, 'endDate') ?? {}, 'year'),
      book_type: lineField(media, 'format') === 'ONE_SHOT' ? 'One-Shot' : 'Manga',
      description: plainText(longTextField(media, 'description')),
      reading_direction: directionOf(tagsOf(media), country === undefined ? undefined : country === 'JP'),
      publication: STATUS[lineField(media, 'status') ?? ''],
      age_rating: media.isAdult === true ? 'Adults Only 18+' : undefined,
      genres: wordsOf(media, 'genres'),
      tags: tagsOf(media),
      authors: makersOf(media),
      image_url: addressField(cover, 'extraLarge') ?? addressField(cover, 'large'),
      url: addressField(media, 'siteUrl') ?? `https://anilist.co/manga/${id}`,
      last_chapter: lastOf(media, 'chapters'),
      last_volume: lastOf(media, 'volumes'),
    }),
    ids: knownFields({ myanimelist: lineField(media, 'idMal') }),
    content_rating: media.isAdult === true ? 'pornographic' : undefined,
    thumb_url: addressField(cover, 'large') ?? addressField(cover, 'medium'),
    changed: lineField(media, 'updatedAt'),
  })
}

/** Volumes and chapters of a series that has ended, created from their counts. */
export function countedOf({ provider_id, facts }: SeriesRecord): IssueRecord[] {
  if (facts.publication !== 'ended') return []
  return [
    ...numbersUpTo(facts.last_volume).map((number) => madeUp(provider_id, 'volume', number)),
    ...numbersUpTo(facts.last_chapter).map((number) => madeUp(provider_id, 'chapter', number)),
  ]
}

function madeUp(seriesId: string, unit: 'chapter' | 'volume', number: string): IssueRecord {
  return { provider_id: madeUpId(seriesId, unit, number), facts: { kind: 'issue', unit, number }, detailed: true }
}

function namesOf(media: ReplyFields): [string, ...string[]] {
  const title = replyFields(media.title, 'title')
  const names = ['english', 'romaji', 'native'].flatMap((key) => lineField(title, key) ?? [])
  const [first, ...others] = new Set([...names, ...wordsOf(media, 'synonyms')])
  if (first === undefined || names.length === 0) throw new Error('title is missing')
  return [first, ...others]
}

function wordsOf(media: ReplyFields, key: string): string[] {
  const list = media[key] ?? []
  if (!Array.isArray(list)) throw new Error(`${key} is not as expected`)
  return list.flatMap((word) => (typeof word === 'string' ? (singleLine(word) ?? []) : []))
}

/** Tags without spoilers. */
function tagsOf(media: ReplyFields): string[] {
  return listField(media, 'tags')
    .filter((tag) => tag.isGeneralSpoiler !== true && tag.isMediaSpoiler !== true)
    .filter((tag) => (countField(tag, 'rank') ?? 100) >= LEAST_RANK)
    .flatMap((tag) => lineField(tag, 'name') ?? [])
}

function makersOf(media: ReplyFields): string[] {
  const edges = listField(objectField(media, 'staff') ?? {}, 'edges')
  const makers = edges.filter((edge) => MAKES.test(lineField(edge, 'role') ?? ''))
  const names = makers.map((edge) => objectField(objectField(edge, 'node') ?? {}, 'name') ?? {})
  return [...new Set(names.flatMap((name) => lineField(name, 'full') ?? []))]
}

/** AniList sends 0 or null for an unknown number. */
function lastOf(media: ReplyFields, key: string): string | undefined {
  const count = countField(media, key)
  return count === undefined || count === 0 ? undefined : String(count)
}
