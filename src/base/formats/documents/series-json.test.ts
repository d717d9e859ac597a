import { describe, expect, test } from 'bun:test'
import { parseSeriesJson, SeriesJsonError } from './series-json'

const full = {
  version: '1.0.2',
  metadata: {
    type: 'comicSeries',
    publisher: 'Northgate',
    imprint: 'Lowlight',
    name: 'Harbor Lights',
    comicid: 18705,
    year: 2015,
    description_text: 'A lamp goes out.',
    description_formatted: '<p>A lamp goes out.</p>',
    volume: 2,
    booktype: 'Print',
    age_rating: 'All Ages',
    collects: [{ series: 'Harbor', comicid: '4050-12', issueid: '4000-7', issues: '1-6' }],
    ComicImage: 'https://host.example/1.jpg',
    total_issues: 6,
    publication_run: 'July 2015 - December 2015',
    status: 'Ended',
  },
}

test('every field of a full series.json is read', () => {
  expect(parseSeriesJson(JSON.stringify(full))).toEqual({
    name: 'Harbor Lights',
    comicId: '18705',
    publisher: 'Northgate',
    imprint: 'Lowlight',
    year: 2015,
    volume: 2,
    description: 'A lamp goes out.',
    booktype: 'Print',
    ageRating: 'All Ages',
    totalIssues: 6,
    publicationRun: 'July 2015 - December 2015',
    status: 'ended',
    imageUrl: 'https://host.example/1.jpg',
    collects: [{ series: 'Harbor', comicId: '12', issueId: '7', issues: '1-6' }],
  })
})

describe('is lenient', () => {
  const of = (metadata: unknown) => parseSeriesJson(JSON.stringify({ metadata }))

  test('with text for numbers, numbers for text, and words for nothing', () => {
    const sloppy = {
      name: 1602,
      comicid: '4050-77',
      year: '2003',
      volume: 'v1',
      imprint: 'None',
      status: null,
      collects: null,
    }
    expect(of(sloppy)).toEqual({ name: '1602', comicId: '77', year: 2003, volume: 1, collects: [] })
  })

  test('with values that are out of range or of another kind', () => {
    expect(of({ name: ['x'], year: 0, total_issues: -1, volume: 1.5, status: 'Paused', collects: [7] })).toEqual({
      collects: [],
    })
  })

  test('with the list of the first version, a byte order mark, and the other spellings', () => {
    expect(of([{ name: 'Harbor Lights' }])).toEqual({ name: 'Harbor Lights', collects: [] })
    const bytes = Buffer.from(`\ufeff${JSON.stringify({ metadata: { comic_image: 'i', description_formatted: 'd' } })}`)
    expect(parseSeriesJson(bytes)).toEqual({ imageUrl: 'i', description: 'd', collects: [] })
    for (const status of ['Continuing', 'ongoing']) expect(of({ status }).status).toBe('continuing')
    for (const status of ['Ended', 'Completed', 'Cancelled']) expect(of({ status }).status).toBe('ended')
  })
})

test('other documents and large ones are refused', () => {
  for (const document of ['', '{', '[]', '{"metadata":7}', '{"metadata":[]}', 'null', `"${'x'.repeat(1024 * 1024)}"`])
    expect(() => parseSeriesJson(document)).toThrow(SeriesJsonError)
})
