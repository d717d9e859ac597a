import { expect, test } from 'bun:test'
import { parseComicBookInfo } from './comicbookinfo'

const comment = (fields: object) => JSON.stringify({ appID: 'Tagger/1.0', 'ComicBookInfo/1.0': fields })

test('every field of the comment is read', () => {
  const fields = {
    series: 'Harbor Lights',
    title: 'The Lamp',
    publisher: 'Northgate',
    publicationYear: 2015,
    publicationMonth: '5',
    issue: 3,
    numberOfIssues: 12,
    volume: 2,
    numberOfVolumes: 4,
    rating: 4,
    genre: 'Crime, Drama',
    language: 'English',
    country: 'Norway',
    credits: [{ person: 'Moss, Ada', role: 'Writer', primary: true }, { person: 'Bo Rask' }, { role: 'Inker' }, 7],
    tags: ['sea', 'sea', ' '],
    comments: 'Two keepers.',
  }
  expect(parseComicBookInfo(comment(fields))).toEqual({
    series: 'Harbor Lights',
    title: 'The Lamp',
    publisher: 'Northgate',
    year: 2015,
    month: 5,
    issue: '3',
    issueCount: 12,
    volume: 2,
    volumeCount: 4,
    rating: 4,
    genre: ['Crime', 'Drama'],
    language: 'English',
    country: 'Norway',
    credits: [
      { name: 'Moss, Ada', role: 'Writer' },
      { name: 'Bo Rask', role: 'Other' },
    ],
    tags: ['sea'],
    comments: 'Two keepers.',
  })
})

test('values out of range are absent', () => {
  const fields = { publicationMonth: 13, rating: 9, publicationYear: 'soon', credits: 'Ada', tags: {}, series: ' ' }
  expect(parseComicBookInfo(comment(fields))).toEqual({ credits: [] })
})

test.each([undefined, '', 'Scanned by X', '{', '[1]', '{"ComicBookInfo/1.0": 3}', `{"a":"${'x'.repeat(70_000)}"}`])(
  'another comment is none: %j',
  (text) => expect(parseComicBookInfo(text)).toBeUndefined(),
)
