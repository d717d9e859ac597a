import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readingDirections } from '../../library/series/states'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { komgaApp, makeBooks, type ReadingApp } from '../../testing/reading-apps'
import { bookFilters } from './filters'
import { AppQuery } from './query'

/** Fields and words without which the decoders of apps fail: a missing one closes the whole list. */

let app: TestApp
let komga: ReadingApp
beforeAll(async () => {
  app = await testApp({ library: true, settings: { opds_enable: 'true' } })
  makeBooks(app)
  komga = komgaApp(app)
})
afterAll(() => app.close())

type Fields = Record<string, unknown>
/** The paths of all fields but those of lists. */
const pathsOf = (value: Fields, before = ''): string[] =>
  Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? pathsOf(each as Fields, `${before}${name}.`)
      : [before + name],
  )
const nullsOf = (value: Fields) =>
  pathsOf(value).filter((path) => path.split('.').reduce<unknown>((at, name) => (at as Fields)[name], value) === null)
const locks = (...names: string[]) => names.flatMap((name) => [`metadata.${name}`, `metadata.${name}Lock`])
const times = ['created', 'lastModified', 'fileLastModified']

describe('every field is there', () => {
  test('of a series', async () => {
    const one = await komga.json<Fields>(200, komga.get('/komga/api/v1/series/harbor'))
    const wanted = [
      ...['id', 'libraryId', 'name', 'url', 'deleted', 'oneshot', ...times],
      ...['booksCount', 'booksReadCount', 'booksUnreadCount', 'booksInProgressCount'],
      ...locks('status', 'title', 'titleSort', 'summary', 'readingDirection', 'publisher', 'ageRating', 'language'),
      ...locks('genres', 'tags', 'totalBookCount', 'sharingLabels', 'links', 'alternateTitles'),
      ...['metadata.created', 'metadata.lastModified'],
      ...['authors', 'tags', 'releaseDate', 'summary', 'summaryNumber', 'created', 'lastModified'].map((name) => `booksMetadata.${name}`), // biome-ignore format: one list
    ]
    expect(pathsOf(one).sort()).toEqual(wanted.sort())
    expect(nullsOf(one)).toEqual(['metadata.ageRating', 'metadata.totalBookCount'])
  })

  test('of a book', async () => {
    const one = await komga.json<Fields>(200, komga.get('/komga/api/v1/books/harbor-1'))
    const wanted = [
      ...['id', 'seriesId', 'seriesTitle', 'libraryId', 'name', 'url', 'number', 'sizeBytes', 'size', ...times],
      ...['status', 'mediaType', 'pagesCount', 'comment', 'epubDivinaCompatible', 'epubIsKepub', 'mediaProfile'].map((name) => `media.${name}`), // biome-ignore format: one list
      ...locks('title', 'summary', 'number', 'numberSort', 'releaseDate', 'authors', 'tags', 'isbn', 'links'),
      ...['metadata.created', 'metadata.lastModified', 'readProgress', 'deleted', 'fileHash', 'oneshot'],
    ]
    expect(pathsOf(one).sort()).toEqual(wanted.sort())
    expect(nullsOf(one)).toEqual(['readProgress'])
    const unfinished = { media: { status: 'READY', mediaProfile: 'DIVINA', epubDivinaCompatible: false } }
    expect(one).toMatchObject({ ...unfinished, url: 'harbor-1.cbz', name: 'harbor-1', fileHash: '' })
  })

  test('of progress', async () => {
    await komga.patch('/komga/api/v1/books/harbor-2/read-progress', { page: 2 })
    const { readProgress } = await komga.json<{ readProgress: Fields }>(200, komga.get('/komga/api/v1/books/harbor-2'))
    const wanted = ['page', 'completed', 'readDate', 'created', 'lastModified', 'deviceId', 'deviceName']
    expect(Object.keys(readProgress).sort()).toEqual(wanted.sort())
    expect(nullsOf(readProgress)).toEqual([])
  })
})

test('states and directions of series are words that apps know, whatever the library knows', async () => {
  const states = new Set<unknown>()
  for (const publication of [null, 'ongoing', 'ended', 'cancelled', 'hiatus', 'something new'])
    for (const reading_direction of readingDirections) {
      const comic_id = `of-${publication}-${reading_direction}`
      makeSeries(app.db, { comic_id, name: comic_id, publication, reading_direction })
      makeIssues(app.db, comic_id, [1])
      makeFile(app.db, { issues: [`${comic_id}-1`] })
      const { metadata } = await komga.json<{ metadata: Fields }>(200, komga.get(`/komga/api/v1/series/${comic_id}`))
      const { status, readingDirection } = metadata
      states.add(status)
      expect(['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as unknown[], comic_id).toContain(status)
      expect(['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON'] as unknown[], comic_id).toContain(readingDirection) // biome-ignore format: one check
    }
  expect(states.size).toBe(4)
})

test('names with commas are divided from their role at the last one', () => {
  const query = new AppQuery(new URLSearchParams('author=Lee, Ann,writer&author=Bo&author=,inker'))
  const named = (name: string | undefined, role: string | undefined) => ({ is: 'author', name, role })
  expect(bookFilters(query)).toEqual({ all: [{ any: [named('Lee, Ann', 'writer'), named('Bo', undefined), named(undefined, 'inker')] }] } as never) // biome-ignore format: one condition
})
