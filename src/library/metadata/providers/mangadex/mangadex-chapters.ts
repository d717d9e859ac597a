import { normalNumber, sortKey } from '../../../../base/names/numbers'
import { madeUpId, numbersUpTo } from '../issue-counts'
import type { Credit, IssueFacts, IssueRecord } from '../provider'
import {
  countField,
  dayField,
  knownFields,
  lineField,
  type ReplyFields,
  replyFields,
  requiredText,
  sentTextField,
} from '../reply-fields'
import { coverAddress, type DisplayOptions, mangadexCredits } from './mangadex-records'

/** The replies of MangaDex about one manga. */
interface MangaReplies {
  manga: MangaOutline
  /** The same chapter may come in several languages and from several groups. */
  uploads: ChapterUpload[]
  listed: ListedChapter[]
  covers: VolumeCover[]
}

/** The settings that its list of chapters depends on. */
export interface MangaOutline {
  id: string
  rating?: string
  /** The language of the original. */
  language?: string
  ended: boolean
  /** Chapters start at 1 again in each volume. */
  restarts: boolean
  last_chapter?: string
  last_volume?: string
  credits: Credit[]
}

/** A chapter of an aggregate, or a volume without chapters: then the number is empty. */
interface ListedChapter {
  number: string
  volume: string | undefined
}

export interface VolumeCover {
  id: string
  volume?: string
  file: string
  locale?: string
  at: string
}

export interface ChapterUpload {
  id: string
  /** Empty for a story without a number. */
  number: string
  volume?: string
  title?: string
  language: string
  /** Readable only at another site, or no longer readable. */
  elsewhere: boolean
  pages?: number
  day?: string
  at: string
  changed?: string
}

/** A date this far off marks chapters that are read elsewhere. */
const NEVER = '2037'

/** Chapters, each once, and the volumes that contain them, with all of MangaDex's data. */
export function mangadexIssues(replies: MangaReplies, taste: DisplayOptions): IssueRecord[] {
  const { manga, uploads, listed } = replies
  const uploaded = chaptersOf(replies, taste.languages)
  const chapters = uploaded.length > 0 ? uploaded : madeUpChapters(manga, listed)
  const covers = coversOf(replies, taste)
  const volumes = volumeNumbers([
    ...uploads.map((upload) => upload.volume),
    ...listed.map(({ volume }) => volume),
    ...covers.keys(),
    ...(manga.ended || uploaded.length === 0 ? numbersUpTo(manga.last_volume) : []),
  ])
  const { id, credits } = manga
  const record = (provider_id: string, facts: Loose<IssueFacts>, changed?: string) =>
    knownFields<IssueRecord>({
      provider_id,
      facts: knownFields<IssueFacts>({ ...facts, credits }),
      detailed: true,
      changed,
    })
  return [
    ...volumes.map((number) =>
      record(madeUpId(id, 'volume', number), { kind: 'issue', unit: 'volume', number, image_url: covers.get(number) }),
    ),
    ...chapters.map(({ id: chapter, number, volume, title, day, pages, changed }) =>
      record(
        chapter ?? madeUpId(id, 'chapter', number),
        {
          kind: 'issue',
          unit: 'chapter',
          number,
          volume_number: volume,
          title,
          release_date: day,
          page_count: pages,
          url: chapter && `https://mangadex.org/chapter/${chapter}`,
          image_url: volume === undefined ? undefined : covers.get(volume),
        },
        changed,
      ),
    ),
  ]
}

type Loose<T> = { [K in keyof T]: T[K] | undefined }

/** The manga of a made-up id; undefined for the id of an upload. */
export function mangaOfMadeUp(issueId: string): string | undefined {
  return /^([\da-f-]{36})-[cv]/.exec(issueId)?.[1]
}

export function mangaOutline(manga: ReplyFields): MangaOutline {
  const about = replyFields(manga.attributes, 'attributes')
  return knownFields<MangaOutline>({
    id: requiredText(manga, 'id'),
    rating: lineField(about, 'contentRating'),
    language: lineField(about, 'originalLanguage'),
    ended: lineField(about, 'status') === 'completed',
    restarts: about.chapterNumbersResetOnNewVolume === true,
    last_chapter: lineField(about, 'lastChapter'),
    last_volume: lineField(about, 'lastVolume'),
    credits: mangadexCredits(manga),
  })
}

export function chapterUpload(chapter: ReplyFields): ChapterUpload {
  const about = replyFields(chapter.attributes, 'attributes')
  const day = dayField(about, 'readableAt') ?? dayField(about, 'publishAt')
  const pages = countField(about, 'pages')
  return knownFields<ChapterUpload>({
    id: requiredText(chapter, 'id'),
    number: normalNumber(sentTextField(about, 'chapter') ?? ''),
    volume: volumeOf(lineField(about, 'volume')),
    title: lineField(about, 'title'),
    language: requiredText(about, 'translatedLanguage'),
    elsewhere: about.isUnavailable === true || lineField(about, 'externalUrl') !== undefined,
    pages: pages === 0 ? undefined : pages,
    day: day !== undefined && day < NEVER ? day : undefined,
    at: lineField(about, 'publishAt') ?? '',
    changed: lineField(about, 'updatedAt'),
  })
}

function volumeOf(text: string | undefined): string | undefined {
  return text === undefined || text === 'none' ? undefined : normalNumber(text)
}

/**
 * Chooses the same upload of a chapter each time, even when later uploads appear: a readable one first, then the
 * preferred language, then the earlier one. Where numbers restart with each volume, a number in several volumes is
 * ambiguous: the volumes then represent its chapters.
 */
function chaptersOf({ uploads, listed, manga: { restarts } }: MangaReplies, languages: string[]): ChapterUpload[] {
  const rank = ({ language }: ChapterUpload) =>
    (languages.indexOf(language) + languages.length + 1) % (languages.length + 1)
  const order = (a: ChapterUpload, b: ChapterUpload) =>
    Number(a.elsewhere) - Number(b.elsewhere) ||
    rank(a) - rank(b) ||
    (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1)
  const inVolumes = new Map(
    listed.flatMap(({ number, volume }) => (volume ? [[sortKey(number), volume] as const] : [])),
  )
  const chapters: [string, ChapterUpload][] = []
  // An upload with a volume but no chapter is the whole volume.
  const single = uploads.filter(({ number, volume }) => number !== '' || volume === undefined)
  for (const [key, same] of Map.groupBy(single, ({ number }) => sortKey(number))) {
    const places = new Set(same.flatMap(({ volume }) => volume ?? []))
    if (restarts && places.size > 1) continue
    const [first, ...others] = same.toSorted(order)
    const volume =
      first!.volume ?? others.find((each) => each.volume)?.volume ?? (restarts ? undefined : inVolumes.get(key))
    const title = first!.title ?? others.find((each) => each.language === first!.language && each.title)?.title
    chapters.push([key, { ...first!, ...(volume ? { volume } : {}), ...(title ? { title } : {}) }])
  }
  return chapters.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, chapter]) => chapter)
}

/** The chapters of an aggregate. Empty ones arrive as `[]`, volumes and chapters as objects or lists. */
export function listedChapter(aggregate: ReplyFields): ListedChapter[] {
  return entries(aggregate.volumes, 'volumes').flatMap((volume) => {
    const number = volumeOf(lineField(volume, 'volume'))
    const chapters = entries(volume.chapters, 'chapters').map((chapter) => lineField(chapter, 'chapter') ?? 'none')
    const of = chapters.map((chapter) => ({ number: chapter === 'none' ? '' : normalNumber(chapter), volume: number }))
    return of.length > 0 || number === undefined ? of : [{ number: '', volume: number }]
  })
}

function entries(value: unknown, what: string): ReplyFields[] {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : Object.values(replyFields(value, what))
  return list.map((each) => replyFields(each, what))
}

/** Chapters that MangaDex may not show: those listed in other languages, and all up to the manga's last number. */
function madeUpChapters(manga: MangaOutline, listed: ListedChapter[]): (Partial<ChapterUpload> & { number: string })[] {
  const known = new Map<string, { number: string; volume?: string }>()
  for (const { number, volume } of listed) {
    const key = sortKey(number)
    if (number !== '' && !known.get(key)?.volume) known.set(key, { number, ...(volume ? { volume } : {}) })
  }
  for (const number of numbersUpTo(manga.last_chapter)) {
    const key = sortKey(number)
    if (!known.has(key)) known.set(key, { number })
  }
  return [...known].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, chapter]) => chapter)
}

function volumeNumbers(numbers: (string | undefined)[]): string[] {
  const keyed = new Map(numbers.flatMap((number) => (number ? [[sortKey(number), number] as const] : [])))
  return [...keyed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, number]) => number)
}

export function volumeCover(cover: ReplyFields): VolumeCover {
  const about = replyFields(cover.attributes, 'attributes')
  return knownFields<VolumeCover>({
    id: requiredText(cover, 'id'),
    volume: volumeOf(lineField(about, 'volume')),
    file: requiredText(about, 'fileName'),
    locale: lineField(about, 'locale'),
    at: lineField(about, 'createdAt') ?? '',
  })
}

/** The cover of each volume: in a preferred language, or else in the original's; the earliest one. */
function coversOf({ manga, covers }: MangaReplies, taste: DisplayOptions): Map<string, string> {
  const dear = [...taste.languages, manga.language ?? 'ja']
  const rank = ({ locale = '' }: VolumeCover) => (dear.includes(locale) ? dear.indexOf(locale) : dear.length)
  const order = (a: VolumeCover, b: VolumeCover) => rank(a) - rank(b) || (a.at + a.id < b.at + b.id ? -1 : 1)
  const chosen = new Map<string, string>()
  for (const { volume, file } of covers.toSorted(order)) {
    if (volume !== undefined && !chosen.has(volume)) chosen.set(volume, coverAddress(taste.covers, manga.id, file, 512))
  }
  return chosen
}
