import { describe, expect, test } from 'bun:test'
import type { ParsedFile } from './parsed-file'
import { aboutSeries, idsNamed, idsOfSeries, sameIds } from './series-facts'

/** A file with its statements about the series. */
const file = (more: object = {}) => ({ kind: 'issue', unit: 'issue', ids: {}, ...more }) as ParsedFile
const withId = (id: string, more: object = {}) => file({ ids: { comicvineVolume: id }, ...more })

test('the ids of a series are not those of its issues', () => {
  const ids = { comicvineVolume: '7', comicvineIssue: '74', metronSeries: '3', metronIssue: '34' }
  expect(idsOfSeries({ ids })).toEqual({ comicvineVolume: '7', metronSeries: '3' })
  expect(Object.keys(idsOfSeries({ ids: { comicvineVolume: undefined } }))).toEqual([])
})

test.each([
  [{ comicvineVolume: '7' }, { comicvineVolume: '7' }, true],
  [{ comicvineVolume: '7' }, { comicvineVolume: '8' }, false],
  [{ comicvineVolume: '7', metronSeries: '3' }, { comicvineVolume: '8', metronSeries: '3' }, true],
  [{ comicvineVolume: '7' }, { metronSeries: '7' }, undefined],
  [{ comicvineVolume: '7' }, {}, undefined],
  [{}, { comicvineVolume: '7' }, undefined],
  [{}, {}, undefined],
])('ids %j and %j belong to one series: %p', (one, other, same) => expect(sameIds(one, other)).toBe(same as never))

describe('the ids in the files', () => {
  test('are counted, the most frequent first', () => {
    const files = [withId('7'), withId('8'), withId('8'), file()]
    expect(idsNamed(files, 'comicvineVolume')).toEqual([['8', 2], ['7', 1]]) // biome-ignore format: pairs
    expect(idsNamed(files, 'metronSeries')).toEqual([])
  })

  test('are those of the most frequent unit, and never of an annual', () => {
    const files = [withId('9', { kind: 'annual' }), withId('8', { unit: 'volume' }), withId('7'), withId('7')]
    expect(idsNamed(files, 'comicvineVolume')).toEqual([['7', 2]])
    const annuals = [1, 2, 3].map(() => withId('9', { kind: 'annual', unit: 'volume' }))
    expect(idsNamed([...annuals, withId('7')], 'comicvineVolume')).toEqual([['7', 1]])
  })
})

describe('a series is described', () => {
  test('by its series.json, then by its files', () => {
    const json = { name: 'Harbor Lights', description: 'Fog.', booktype: 'TPB', totalIssues: 12, collects: [] }
    const files = [file({ count: 6, bookType: 'HC' }), file({ json, count: 6, bookType: 'HC' })]
    expect(aboutSeries(files)).toMatchObject({ description: 'Fog.', bookType: 'TPB', totalIssues: 12 })
    expect(aboutSeries(files.slice(0, 1))).toEqual({ bookType: 'HC', totalIssues: 6, providerIds: {} })
    const long = { ...json, description: 'F'.repeat(20_000), booktype: 'B'.repeat(200) }
    const { description, bookType } = aboutSeries([file({ json: long })])
    expect([description?.length, bookType?.length]).toEqual([10_000, 100])
  })

  test('by the count that most files state', () => {
    const counted = (...counts: (number | undefined)[]) =>
      aboutSeries(counts.map((count) => file({ count }))).totalIssues
    expect(counted(6, 12, 12)).toBe(12)
    expect(counted(undefined, undefined, 6)).toBe(6)
    expect(counted(12, 12, 6)).toBe(12)
    expect(counted(undefined)).toBeUndefined()
  })

  test('by the id of its folder before those of its files', () => {
    expect(aboutSeries([withId('7'), withId('7', { folderId: '77' })]).providerIds).toEqual({ comicvineVolume: '77' })
    expect(aboutSeries([withId('7'), withId('8'), withId('8')]).providerIds).toEqual({ comicvineVolume: '8' })
  })
})

describe('the type of the books', () => {
  const type = (booktype: string | undefined, ...bookTypes: (string | undefined)[]) => {
    const json = booktype === undefined ? undefined : { name: 'Harbor Lights', booktype, collects: [] }
    return aboutSeries(bookTypes.map((bookType) => file({ json, bookType }))).bookType
  }

  test('is that of series.json, and when that is Print, what every file states', () => {
    expect(type('GN', 'TPB')).toBe('GN')
    expect(type('Print', 'TPB', 'TPB')).toBe('TPB')
    expect(type('print', 'TPB', 'HC')).toBe('print')
    expect(type('Print', undefined)).toBe('Print')
    expect(type('Printed Matter', 'TPB')).toBe('Printed Matter')
  })

  test('is what every issue states when there is no series.json, whatever annuals state', () => {
    expect(type(undefined, 'TPB', 'TPB')).toBe('TPB')
    expect(type(undefined, 'TPB', undefined)).toBeUndefined()
    expect(type(undefined, undefined, 'TPB')).toBeUndefined()
    const annual = file({ kind: 'annual', bookType: 'HC' })
    expect(aboutSeries([annual, file({ bookType: 'TPB' })]).bookType).toBe('TPB')
    expect(aboutSeries([annual]).bookType).toBeUndefined()
  })
})
