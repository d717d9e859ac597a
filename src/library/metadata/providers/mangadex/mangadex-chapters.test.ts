import { describe, expect, test } from 'bun:test'
import type { IssueRecord } from '../provider'
import {
  type ChapterUpload,
  chapterUpload,
  listedChapter,
  type MangaOutline,
  mangadexIssues,
  mangaOfMadeUp,
  mangaOutline,
  type VolumeCover,
  volumeCover,
} from './mangadex-chapters'

const ID = '5e1f0000-0000-4000-8000-000000000001'
const TASTE = { languages: ['en', 'fr'], covers: 'https://idx.test' }

const upload = (id: string, number: string, more: Partial<ChapterUpload> = {}): ChapterUpload => ({
  id,
  number,
  language: 'en',
  elsewhere: false,
  at: '2020-01-01',
  ...more,
})
const cover = (id: string, more: Partial<VolumeCover> = {}): VolumeCover => ({
  id,
  volume: '1',
  file: `${id}.png`,
  locale: 'en',
  at: '2020-01-01',
  ...more,
})
interface Replies {
  manga?: Partial<MangaOutline>
  uploads?: ChapterUpload[]
  listed?: [number: string, volume?: string][]
  covers?: VolumeCover[]
}
const issues = ({ manga, uploads = [], listed = [], covers = [] }: Replies): IssueRecord[] =>
  mangadexIssues(
    {
      manga: { id: ID, ended: false, restarts: false, credits: [], ...manga },
      uploads,
      listed: listed.map(([number, volume]) => ({ number, volume })),
      covers,
    },
    TASTE,
  )
/** `v1` for volumes; `2 in 1` for chapters, or `2` for those without a volume. */
const shown = (replies: Replies) =>
  issues(replies).map(({ facts: { unit, number, volume_number } }) =>
    unit === 'volume' ? `v${number}` : volume_number === undefined ? number : `${number} in ${volume_number}`,
  )
const first = (...uploads: ChapterUpload[]) =>
  issues({ uploads }).find(({ facts }) => facts.unit === 'chapter')?.provider_id

describe('the volumes of a manga', () => {
  const three = { last_volume: '3' }
  test.each([
    ['are those of its uploads while it is ongoing', { manga: three, uploads: [upload('a', '1', { volume: '1' })] }, ['v1', '1 in 1']],
    ['are all up to the last once it has ended', { manga: { ...three, ended: true }, uploads: [upload('a', '1', { volume: '1' })] }, ['v1', 'v2', 'v3', '1 in 1']],
    ['are all up to the last when nothing is uploaded', { manga: three }, ['v1', 'v2', 'v3']],
    ['are those of its covers as well, in order', { covers: [cover('b', { volume: '10' }), cover('a', { volume: '2' })] }, ['v2', 'v10']],
    ['are those that are listed without a chapter', { listed: [['', '4']] }, ['v4']],
    ['are empty when no number is given', { uploads: [upload('a', '1')], listed: [['1']] }, ['1']],
  ] as [string, Replies, string[]][])('%s', (_, replies, list) => expect(shown(replies)).toEqual(list)) // biome-ignore format: a table
})

describe('the chapters of a manga', () => {
  test.each([
    ['without uploads are those that are listed', { listed: [['2', '1'], ['1', '1']] }, ['v1', '1 in 1', '2 in 1']],
    ['keep the volume that was listed first', { listed: [['1', '1'], ['1', '2'], ['1']] }, ['v1', 'v2', '1 in 1']],
    ['get a volume that is listed later', { listed: [['1'], ['1', '2']] }, ['v2', '1 in 2']],
    ['listed are not made up again of the last number', { listed: [['1', '5']], manga: { last_chapter: '2' } }, ['v5', '1 in 5', '2']],
    ['of a volume without a number are left out', { listed: [[''], ['', '3']] }, ['v3']],
    ['that begin again in each volume are in the one they name', { manga: { restarts: true }, uploads: [upload('a', '1', { volume: '2' })] }, ['v2', '1 in 2']],
    ['that restart take no volume from a list', { manga: { restarts: true }, uploads: [upload('a', '1')], listed: [['1', '3']] }, ['v3', '1']],
    ['that begin again are one where only one upload names a volume', { manga: { restarts: true }, uploads: [upload('a', '1'), upload('b', '1', { volume: '2' })] }, ['v2', '1 in 2']],
    ['that begin again are left to their volumes where two name one', { manga: { restarts: true }, uploads: [upload('a', '1', { volume: '1' }), upload('b', '1', { volume: '2' })] }, ['v1', 'v2']],
    ['take the volume from a list when no upload has one', { uploads: [upload('a', '1')], listed: [['1', '3']] }, ['v3', '1 in 3']],
    ['are not what is a whole volume', { uploads: [upload('a', '', { volume: '3' }), upload('b', '1')] }, ['v3', '1']],
    ['may have no number at all', { uploads: [upload('a', '')] }, ['']],
    ['are in the order of their numbers', { uploads: [upload('a', '10'), upload('b', '9'), upload('c', '9.5')] }, ['9', '9.5', '10']],
  ] as [string, Replies, string[]][])('%s', (_, replies, list) => expect(shown(replies)).toEqual(list)) // biome-ignore format: a table

  test('have an address and a cover if there is one', () => {
    const covers = [cover('one')]
    const [, uploaded, loose] = issues({ uploads: [upload('a', '1', { volume: '1' }), upload('b', '2')], covers })
    expect([uploaded?.facts.url, uploaded?.facts.image_url]).toEqual([
      'https://mangadex.org/chapter/a',
      `https://idx.test/covers/${ID}/one.png.512.jpg`,
    ])
    expect(loose?.facts).not.toHaveProperty('image_url')
    const made = issues({ listed: [['1', '1']], covers }).at(-1)
    expect(made).toEqual({
      provider_id: `${ID}-c1`,
      detailed: true,
      facts: expect.not.objectContaining({ url: expect.anything() }),
    })
  })

  test.each([
    ['one that is read here', [upload('b', '1', { elsewhere: true, at: '2019' }), upload('a', '1')], 'a'],
    ['one that is read here, in any language', [upload('b', '1', { elsewhere: true }), upload('a', '1', { language: 'fr' })], 'a'],
    ['one in the preferred language, however late', [upload('b', '1', { language: 'fr', at: '2019' }), upload('a', '1')], 'a'],
    ['one in a language of the settings before any other', [upload('b', '1', { language: 'es', at: '2019' }), upload('a', '1', { language: 'fr' })], 'a'],
    ['the earlier one', [upload('a', '1', { at: '2021' }), upload('b', '1', { at: '2020' })], 'b'],
    ['the first id of one moment', [upload('b', '1'), upload('c', '1'), upload('a', '1')], 'a'],
  ] as const)('come from %s', (_, uploads, id) => {
    expect(first(...uploads)).toBe(id)
    expect(first(...uploads.toReversed())).toBe(id)
  }) // biome-ignore format: a table

  test('in a single language leave other languages to the end', () => {
    const uploads = [upload('b', '1', { language: 'es', at: '2019' }), upload('a', '1')]
    const manga = { id: ID, ended: false, restarts: false, credits: [] }
    const found = mangadexIssues({ manga, uploads, listed: [], covers: [] }, { ...TASTE, languages: ['en'] })
    expect(found.map(({ provider_id }) => provider_id)).toEqual(['a'])
  })

  test('take a title from the next upload that has one in that language', () => {
    const uploads = [
      upload('a', '1'),
      upload('b', '1', { at: '2021' }),
      upload('c', '1', { language: 'fr', title: 'Le phare', at: '2019' }),
      upload('d', '1', { title: 'The lighthouse', at: '2022' }),
    ]
    const title = (some: ChapterUpload[]) => issues({ uploads: some })[0]?.facts.title
    expect(title(uploads)).toBe('The lighthouse')
    expect(title(uploads.slice(0, 3))).toBeUndefined()
    expect(title([upload('z', '1', { title: 'Its own', at: '2018' }), ...uploads])).toBe('Its own')
  })
})

describe('the cover of a volume', () => {
  const japanese = { language: 'ko' }
  test.each([
    ['in a preferred language wins over the original', japanese, [cover('ko', { locale: 'ko' }), cover('fr', { locale: 'fr' })], 'fr'],
    ['of the original wins over others', japanese, [cover('ja', { locale: 'ja' }), cover('ko', { locale: 'ko' })], 'ko'],
    ['is Japanese when the original is unknown', {}, [cover('es', { locale: 'es' }), cover('ja', { locale: 'ja' })], 'ja'],
    ['may have no language', {}, [cover('none', { locale: undefined } as never)], 'none'],
    ['is the first that came', {}, [cover('late', { at: '2021' }), cover('soon', { at: '2020' })], 'soon'],
    ['is the first by its id where they came together', {}, [cover('b'), cover('a')], 'a'],
  ] as [string, Partial<MangaOutline>, VolumeCover[], string][])('%s', (_, manga, covers, name) => {
    for (const some of [covers, covers.toReversed()])
      expect(issues({ manga, covers: some })[0]?.facts.image_url).toEndWith(`/${name}.png.512.jpg`)
  }) // biome-ignore format: a table

  test('is not a cover of the series as a whole', () => {
    expect(issues({ covers: [cover('whole', { volume: undefined } as never)] })).toEqual([])
  })

  test('is read with its volume, language and day, as far as known', () => {
    const attributes = { volume: '01', fileName: 'one.png', locale: 'ja', createdAt: '2020-01-01' }
    expect(volumeCover({ id: 'a', attributes })).toEqual({ id: 'a', volume: '1', file: 'one.png', locale: 'ja', at: '2020-01-01' }) // biome-ignore format: one line
    expect(volumeCover({ id: 'a', attributes: { volume: 'none', fileName: 'one.png' } })).toEqual({ id: 'a', file: 'one.png', at: '' }) // biome-ignore format: one line
  })
})

describe('an aggregate', () => {
  test.each([
    [undefined, []],
    [null, []],
    [[], []],
    [{ none: { volume: 'none', chapters: [] } }, []],
    [{ none: { volume: 'none', chapters: { 7: { chapter: '07' } } } }, [{ number: '7', volume: undefined }]],
    [{ 3: { volume: '3' } }, [{ number: '', volume: '3' }]],
    [{ 3: { volume: '03', chapters: null } }, [{ number: '', volume: '3' }]],
    [{ 3: { volume: '3', chapters: [{ chapter: 'none' }, { chapter: '2' }] } }, [{ number: '', volume: '3' }, { number: '2', volume: '3' }]],
    [[{ chapters: [{ chapter: null }] }], [{ number: '', volume: undefined }]],
  ])('with the volumes %j lists %j', (volumes, list) => expect(listedChapter({ volumes })).toEqual(list)) // biome-ignore format: a table

  test.each([
    [7, 'volumes'],
    [[7], 'volumes'],
    [[{ chapters: 7 }], 'chapters'],
  ])(
    // biome-ignore format: one line
    'with the volumes %j lists nothing',
    (volumes, what) => expect(() => listedChapter({ volumes })).toThrow(`${what} is not as expected`),
  )
})

describe('an upload', () => {
  const read = (attributes: object) => chapterUpload({ id: 'a', attributes: { chapter: '1', translatedLanguage: 'en', ...attributes } }) // biome-ignore format: one line

  test.each([
    [{ readableAt: '2020-05-06T00:00:00', publishAt: '2020-05-01T00:00:00' }, { day: '2020-05-06', at: '2020-05-01T00:00:00' }],
    [{ publishAt: '2020-05-01' }, { day: '2020-05-01', at: '2020-05-01' }],
    [{ publishAt: '2036-12-31' }, { day: '2036-12-31', at: '2036-12-31' }],
    [{ publishAt: '2037-01-01' }, { at: '2037-01-01' }],
    [{ readableAt: null, publishAt: null }, { at: '' }],
    [{ isUnavailable: true }, { elsewhere: true }],
    [{ externalUrl: 'https://idx.test/1' }, { elsewhere: true }],
    [{ isUnavailable: 'no', externalUrl: '' }, { elsewhere: false }],
    [{ chapter: null }, { number: '' }],
    [{ chapter: '007' }, { number: '7' }],
    [{ volume: 'none' }, {}],
    [{ volume: '02', title: 'Arrival', pages: 0, updatedAt: 'today' }, { volume: '2', title: 'Arrival', changed: 'today' }],
    [{ pages: 1 }, { pages: 1 }],
  ])('with %j is read as %j', (attributes, known) => {
    expect(read(attributes)).toEqual({ id: 'a', number: '1', language: 'en', elsewhere: false, at: '', ...known } as never)
  }) // biome-ignore format: a table

  test('without the field of its number is dropped', () => {
    expect(() => chapterUpload({ id: 'a', attributes: { translatedLanguage: 'en' } })).toThrow('chapter is missing')
  })
})

test.each([
  [{ status: 'completed' }, { ended: true, restarts: false }],
  [
    { status: 'ongoing', chapterNumbersResetOnNewVolume: true },
    { ended: false, restarts: true },
  ],
  [{ chapterNumbersResetOnNewVolume: null }, { ended: false, restarts: false }],
])('a manga with %j has the outline %j', (attributes, outline) => {
  expect(mangaOutline({ id: ID, attributes })).toEqual({ id: ID, ...outline } as never)
})

test.each([
  [`${ID}-c7`, ID],
  [`${ID}-v1`, ID],
  [ID, undefined],
  ['md-7-c1', undefined],
])('the id %p was made up for the manga %p', (id, manga) => expect(mangaOfMadeUp(id)).toBe(manga as string))
