import type { Publication } from '../../states'
import { directionOf } from '../direction'
import { plainText } from '../plain-text'
import type { Credit, CrossIds, SeriesFacts, SeriesRecord } from '../provider'
import {
  knownFields,
  lineField,
  listField,
  objectField,
  type ReplyFields,
  replyFields,
  requiredText,
  singleLine,
  textFields,
  yearField,
} from '../reply-fields'

/** The settings for how a manga is shown. */
export interface DisplayOptions {
  /** The preferred language first. */
  languages: string[]
  /** Address of the pictures, without a slash at its end. */
  covers: string
}

const STATUS: Record<string, Publication> = {
  ongoing: 'ongoing',
  completed: 'ended',
  hiatus: 'hiatus',
  cancelled: 'cancelled',
}

/** MangaDex's short names of other services. */
const LINKS = { al: 'anilist', mal: 'myanimelist', mu: 'mangaupdates' } as const satisfies Record<
  string,
  keyof CrossIds
>

/** A manga as MangaDex sends it, with author, artist and cover_art beside it. */
export function mangadexSeries(manga: ReplyFields, taste: DisplayOptions): SeriesRecord {
  const id = requiredText(manga, 'id')
  const about = replyFields(manga.attributes, 'attributes')
  const rating = lineField(about, 'contentRating')
  const language = lineField(about, 'originalLanguage')
  const [name, ...aliases] = namesOf(about)
  const tags = listField(about, 'tags').map((tag) => replyFields(tag.attributes, 'tag'))
  const named = (isGenre: boolean) =>
    tags
      .filter((tag) => (lineField(tag, 'group') === 'genre') === isGenre)
      .flatMap((tag) => inLanguage(textsOf(tag, 'name'), ['en']) ?? [])
  const status = STATUS[lineField(about, 'status') ?? '']
  const file = coverFile(manga)
  return knownFields<SeriesRecord>({
    provider: 'mangadex',
    provider_id: id,
    facts: knownFields<SeriesFacts>({
      name,
      aliases,
      content_type: 'manga',
      year: yearField(about, 'year'),
      book_type: named(false).includes('Oneshot') ? 'One-Shot' : 'Manga',
      description: plainMarkdown(inLanguage(textsOf(about, 'description'), taste.languages)),
      reading_direction: directionOf(named(false), language === undefined ? undefined : language === 'ja'),
      publication: status,
      age_rating: rating,
      genres: named(true),
      tags: named(false),
      authors: [...new Set([...people(manga, 'author'), ...people(manga, 'artist')])],
      image_url: file && coverAddress(taste.covers, id, file, 512),
      url: `https://mangadex.org/title/${id}`,
      last_chapter: lineField(about, 'lastChapter'),
      last_volume: lineField(about, 'lastVolume'),
    }),
    ids: crossIds(about),
    content_rating: rating,
    thumb_url: file && coverAddress(taste.covers, id, file, 256),
    // New chapters do not change the manga's own record.
    changed: [lineField(about, 'updatedAt'), lineField(about, 'latestUploadedChapter')].join(' ').trim() || undefined,
  })
}

export const coverAddress = (covers: string, manga: string, file: string, width: 256 | 512): string =>
  `${covers}/covers/${manga}/${encodeURIComponent(file)}.${width}.jpg`

/** Writers and artists, as credits for every chapter. */
export function mangadexCredits(manga: ReplyFields): Credit[] {
  const [writers, artists] = [people(manga, 'author'), people(manga, 'artist')]
  return [...new Set([...writers, ...artists])].map((name) => ({
    name,
    roles: [...(writers.includes(name) ? ['Writer'] : []), ...(artists.includes(name) ? ['Penciller', 'Inker'] : [])],
  }))
}

/** Related entries: `author`, `cover_art`, `manga`. Without attributes unless the request includes them. */
export function relatedEntries(entry: ReplyFields, type: string): ReplyFields[] {
  return listField(entry, 'relationships').filter((each) => lineField(each, 'type') === type)
}

/** Text by language; no text arrives as an empty list instead of an object. */
export function textsOf(from: ReplyFields, key: string): [language: string, text: string][] {
  const texts = from[key] ?? {}
  if (Array.isArray(texts) && texts.length === 0) return []
  return Object.entries(replyFields(texts, key)).flatMap(([language, text]) =>
    typeof text === 'string' && text.trim() !== '' ? [[language, text.trim()]] : [],
  )
}

/** The text in the first available of the languages, then in English, then in any. */
function inLanguage(texts: [string, string][], languages: string[]): string | undefined {
  for (const language of [...languages, 'en']) {
    const found = texts.find(([each]) => each === language)
    if (found) return found[1]
  }
  return texts[0]?.[1]
}

/** Main title first. A text of control characters alone is not a title. */
function namesOf(about: ReplyFields): string[] {
  const titles = titlesOf(about)
  const name = inLanguage(titles, ['en', 'ja-ro', 'ko-ro', 'zh-ro'])
  if (name === undefined) throw new Error('title is missing')
  const others = listField(about, 'altTitles').flatMap((title) => titlesOf({ title }))
  return [...new Set([name, ...[...titles, ...others].map(([, text]) => text)])]
}

const titlesOf = (from: ReplyFields) =>
  textsOf(from, 'title').flatMap(([language, text]): [string, string][] => {
    const line = singleLine(text)
    return line === undefined ? [] : [[language, line]]
  })

function people(manga: ReplyFields, type: string): string[] {
  const found = relatedEntries(manga, type).flatMap((each): ReplyFields[] =>
    each.attributes ? [replyFields(each.attributes, type)] : [],
  )
  return textFields(found, 'name')
}

function coverFile(manga: ReplyFields): string | undefined {
  const cover = relatedEntries(manga, 'cover_art').find((each) => each.attributes !== undefined)
  return cover && lineField(objectField(cover, 'attributes') ?? {}, 'fileName')
}

function crossIds(about: ReplyFields): CrossIds {
  const links = Object.fromEntries(textsOf(about, 'links'))
  const ids = Object.entries(LINKS).map(([short, name]) => [name, links[short]] as const)
  return knownFields<CrossIds>(Object.fromEntries(ids))
}

/** The longest text that is read, in characters; some patterns below take quadratic time. */
const LONGEST = 20_000

/**
 * The text without its Markdown: links become their words; everything after a line of dashes is links and credits and
 * is dropped.
 */
export function plainMarkdown(text: string | undefined): string | undefined {
  const [body = ''] = (text ?? '').slice(0, LONGEST).split(/^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*\r?$/m)
  const plain = body
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}(?:\s+"[^"]{0,500}")?\)/g, '$1')
    .replace(/(\*\*|__|~~|\|\|)(?=\S)([\s\S]{0,2000}?\S)\1/g, '$2')
    .replace(/(^|[\s(])([*_])(?=\S)([^*_\n]{0,2000}[^\s*_])\2(?=[\s).,;:!?]|$)/g, '$1$3')
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!~|])/g, '$1')
  // Some descriptions contain HTML; their own line breaks must survive its removal.
  return plainText(plain.replace(/\r?\n/g, '<br>'))
}
