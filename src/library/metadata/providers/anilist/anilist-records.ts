import type { Publication } from '../../states'
import { directionOf } from '../direction'
import { madeUpId, numbersUpTo } from '../issue-counts'
import { plainText } from '../plain-text'
import type { IssueRecord, SeriesFacts, SeriesRecord } from '../provider'
import {
  addressOf,
  countOf,
  type Fields,
  fieldsOf,
  knownFields,
  lineOf,
  listOf,
  longTextOf,
  needText,
  partOf,
  textOf,
  yearOf,
} from '../shapes'

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
export function mediaOf(media: Fields): SeriesRecord {
  const [name, ...aliases] = namesOf(media)
  const id = needText(media, 'id')
  const country = textOf(media, 'countryOfOrigin')
  const cover = partOf(media, 'coverImage') ?? {}
  return knownFields<SeriesRecord>({
    provider: 'anilist',
    provider_id: id,
    facts: knownFields<SeriesFacts>({
      name,
      aliases,
      content_type: 'manga',
      year: yearOf(partOf(media, 'startDate') ?? {}, 'year'),
      end_year: yearOf(partOf(media, 'endDate') ?? {}, 'year'),
      book_type: textOf(media, 'format') === 'ONE_SHOT' ? 'One-Shot' : 'Manga',
      description: plainText(longTextOf(media, 'description')),
      reading_direction: directionOf(tagsOf(media), country === undefined ? undefined : country === 'JP'),
      publication: STATUS[textOf(media, 'status') ?? ''],
      age_rating: media.isAdult === true ? 'Adults Only 18+' : undefined,
      genres: wordsOf(media, 'genres'),
      tags: tagsOf(media),
      authors: makersOf(media),
      image_url: addressOf(cover, 'extraLarge') ?? addressOf(cover, 'large'),
      url: addressOf(media, 'siteUrl') ?? `https://anilist.co/manga/${id}`,
      last_chapter: lastOf(media, 'chapters'),
      last_volume: lastOf(media, 'volumes'),
    }),
    ids: knownFields({ myanimelist: textOf(media, 'idMal') }),
    content_rating: media.isAdult === true ? 'pornographic' : undefined,
    thumb_url: addressOf(cover, 'large') ?? addressOf(cover, 'medium'),
    changed: textOf(media, 'updatedAt'),
  })
}

/** Volumes and chapters of a series that has ended, made up of their counts. */
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

function namesOf(media: Fields): [string, ...string[]] {
  const title = fieldsOf(media.title, 'title')
  const names = ['english', 'romaji', 'native'].flatMap((key) => textOf(title, key) ?? [])
  const [first, ...others] = new Set([...names, ...wordsOf(media, 'synonyms')])
  if (first === undefined || names.length === 0) throw new Error('title is missing')
  return [first, ...others]
}

function wordsOf(media: Fields, key: string): string[] {
  const list = media[key] ?? []
  if (!Array.isArray(list)) throw new Error(`${key} is not as expected`)
  return list.flatMap((word) => (typeof word === 'string' ? (lineOf(word) ?? []) : []))
}

/** Those that give nothing away. */
function tagsOf(media: Fields): string[] {
  return listOf(media, 'tags')
    .filter((tag) => tag.isGeneralSpoiler !== true && tag.isMediaSpoiler !== true)
    .filter((tag) => (countOf(tag, 'rank') ?? 100) >= LEAST_RANK)
    .flatMap((tag) => textOf(tag, 'name') ?? [])
}

function makersOf(media: Fields): string[] {
  const edges = listOf(partOf(media, 'staff') ?? {}, 'edges')
  const makers = edges.filter((edge) => MAKES.test(textOf(edge, 'role') ?? ''))
  const names = makers.map((edge) => partOf(partOf(edge, 'node') ?? {}, 'name') ?? {})
  return [...new Set(names.flatMap((name) => textOf(name, 'full') ?? []))]
}

/** AniList sends 0 or nothing for an unknown number. */
function lastOf(media: Fields, key: string): string | undefined {
  const count = countOf(media, key)
  return count === undefined || count === 0 ? undefined : String(count)
}
