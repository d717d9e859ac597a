import type { CrossIds } from '../../library/metadata/providers/provider'
import { addDays, UNCHANGED_AT } from './calendar'
import { coverSeed } from './cover'
import type { FakeIssue, FakeSeries } from './provider-data'

/** Invented manga. MangaDex lists the chapters, AniList their number; `ids.anilist` joins them. */
export function manga(): FakeSeries[] {
  return [
    title('courier', 'Lantern Courier', 2014, {
      native: '灯の配達人',
      aliases: ['Hi no Haitatsunin', 'Courier of Lanterns'],
      ids: { mangadex: uuid(1), anilist: '990001', myanimelist: '880001' },
      // Six volumes of seven chapters, and three chapters without a volume.
      chapters: numbered(45, (n) => (n > 42 ? undefined : String(Math.ceil(n / 7)))),
    }),
    // Licensed: MangaDex may not show its chapters.
    title('clinic', 'Tidewater Clinic', 2009, {
      native: '潮だまり診療所',
      end_year: 2013,
      publication: 'ended',
      ids: { mangadex: uuid(2), anilist: '990002' },
      last_chapter: '30',
      last_volume: '4',
      chapters: [],
    }),
    title('moss', 'Moss and Iron', 2019, {
      ids: { mangadex: uuid(3) },
      content_rating: 'suggestive',
      chapters: [...numbered(12, (n) => String(Math.ceil(n / 4))), { number: '10.5', volume: '3' }, { number: '13' }],
    }),
    // Only in AniList.
    title('salt', 'The Salt Cartographer', 2001, {
      aliases: ['Shio no Chizu'],
      end_year: 2008,
      publication: 'ended',
      ids: { anilist: '990004', myanimelist: '880004' },
      last_chapter: '88',
      last_volume: '10',
      chapters: [],
    }),
    title('umbrellas', 'Nine Umbrellas', 2020, {
      language: 'ko',
      content_rating: 'erotica',
      ids: { mangadex: uuid(5), anilist: '990005' },
      chapters: numbered(4, () => undefined),
    }),
    // The same name, with one chapter.
    title('courier-oneshot', 'Lantern Courier', 2012, {
      book_type: 'One-Shot',
      end_year: 2012,
      publication: 'ended',
      ids: { mangadex: uuid(6), anilist: '990006' },
      chapters: [{ number: '' }],
    }),
  ]
}

interface Chapter {
  /** Empty for a story without a number. */
  number: string
  volume?: string
}

function title(
  key: string,
  name: string,
  year: number,
  fields: Partial<FakeSeries> & { chapters: Chapter[] },
): FakeSeries {
  const { chapters, ...rest } = fields
  const series: FakeSeries = {
    key,
    name,
    aliases: [],
    content_type: 'manga',
    year,
    publisher: 'Open Window',
    book_type: 'Manga',
    description: `${name} is a story of ${year} about letters that arrive late.`,
    language: 'ja',
    publication: 'ongoing',
    genres: ['Drama', 'Slice of Life'],
    tags: ['Post'],
    authors: ['Rin Asakura'],
    artists: ['Rin Asakura'],
    content_rating: 'safe',
    ids: {},
    cover: coverSeed(`${key}/volume 1`),
    changed: UNCHANGED_AT,
    issues: [],
    ...rest,
  }
  series.issues = chapters.map((chapter, index) => chapterAt(series, chapter, index))
  return series
}

function chapterAt(series: FakeSeries, { number, volume }: Chapter, index: number): FakeIssue {
  const key = `${series.key}/${number}`
  const ids: CrossIds = series.ids.mangadex ? { mangadex: uuid(Number(series.ids.mangadex.slice(-4)), index + 1) } : {}
  return {
    key,
    kind: 'issue',
    unit: 'chapter',
    number,
    ...(volume === undefined ? {} : { volume_number: volume }),
    title: index % 3 === 0 ? `A letter to ${['Aoi', 'Ren', 'Mio'][index % 9 === 0 ? 0 : index % 2]}` : undefined,
    release_date: addDays(`${series.year}-04-04`, index * 14),
    page_count: 20 + (index % 5),
    credits: [],
    characters: [],
    teams: [],
    locations: [],
    arcs: [],
    ids,
    // Services have one picture for all chapters of a volume.
    cover: coverSeed(`${series.key}/volume ${volume ?? 1}`),
    changed: UNCHANGED_AT,
  }
}

function numbered(count: number, volumeOf: (n: number) => string | undefined): Chapter[] {
  return Array.from({ length: count }, (_, index) => ({ number: String(index + 1), volume: volumeOf(index + 1) }))
}

function uuid(series: number, chapter = 0): string {
  const tail = chapter.toString(16).padStart(8, '0') + String(series).padStart(4, '0')
  return `5e1f0000-0000-4000-8000-${tail}`
}
