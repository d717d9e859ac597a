import { describe, expect, test } from 'bun:test'
import type { SeriesJson } from '../../base/formats/documents/series-json'
import type { ContentType } from '../series/states'
import { nameOfRoot, readFolderNames, type SidecarFacts, withoutAnnual } from './folder-facts'
import { isSeriesYear, runOf, type SeriesRun } from './series-run'

const reading = (kind: ContentType = 'comic') => ({ kind, year: 2026 })
const place = (path: string) => ({
  root: '/comics',
  path: `/comics/${path}`,
  parts: path === '' ? [] : path.split('/'),
})
const says = (path: string, beside?: SidecarFacts) => readFolderNames(place(path), reading(), beside)
const json = (more: Partial<SeriesJson>): SidecarFacts => ({ json: { collects: [], ...more } as SeriesJson })

test.each<[string | number | undefined, string | number | undefined, SeriesRun]>([
  [3, undefined, { ordinal: 3 }],
  ['3', '2016', { year: 2016, ordinal: 3 }],
  [2016, undefined, { year: 2016 }],
  [2016, 2011, { year: 2011 }],
  [1899, 2100, {}],
  [1900, undefined, { year: 1900 }],
  [2099, undefined, { year: 2099 }],
  ['2015.5', '2016.5', {}],
  ['1.5', '', {}],
  [0, undefined, {}],
  [1, undefined, { ordinal: 1 }],
  [99, undefined, { ordinal: 99 }],
  [100, undefined, {}],
  [-1, undefined, {}],
  ['', '', {}],
  [undefined, undefined, {}],
])('volume %p of year %p is the run %p', (volume, year, run) => expect(runOf(volume, year)).toEqual(run))

test('years of comics', () => expect([1899, 1900, 2099, 2100, 2015.5].map(isSeriesYear)).toEqual([false, true, true, false, false])) // biome-ignore format: one row

test.each([
  ['Harbor Lights Annual', 'Harbor Lights'],
  ['Harbor Lights: Annuals 2016', 'Harbor Lights'],
  ['Harbor Lights - Annual', 'Harbor Lights'],
  ['Annual', ''],
  ['Biannual Lights', 'Biannual Lights'],
  ['Harbor Annually', 'Harbor Annually'],
])('%s belongs to "%s"', (name, series) => expect(withoutAnnual(name)).toBe(series))

describe('folders', () => {
  test('name the series, its run and its publisher', () => {
    expect(says('Marvel/Harbor Lights (2015)')).toMatchObject({
      series: 'Harbor Lights',
      key: 'harborlights',
      year: 2015,
      nearest: true,
      ofSeries: true,
      annual: false,
      publisher: 'Marvel',
      imprint: '',
      shelf: undefined,
      telling: ['Marvel', 'Harbor Lights (2015)'],
    })
    for (const above of ['Marvel (old)', '[Marvel]']) expect(says(`${above}/Harbor Lights`).publisher).toBe('')
    expect(says('Harbor Lights/Marvel').publisher).toBe('')
    expect(says('Harbor Lights v2')).toMatchObject({ ordinal: 2, ofSeries: false })
    expect(says('')).toMatchObject({ series: '', key: '', nearest: false, ofSeries: false, annual: false, telling: [] })
  })

  test('that sort files belong to the series above them', () => {
    for (const shelf of ['Annuals', 'TPB', 'Singles', '1990s'])
      expect(says(`Harbor Lights/${shelf}`)).toMatchObject({ series: 'Harbor Lights', nearest: true, shelf: undefined })
    expect(says('Harbor Lights/Annuals').annual).toBe(true)
    expect(says('Harbor Lights Annual').annual).toBe(true)
    expect(says('Harbor Lights/Singles').annual).toBe(false)
    expect(says('Harbor Lights/Specials').shelf).toBe('specials')
    expect(says('_oneshots').shelf).toBe('one-shots')
    expect(says('One-Shots/Specials').shelf).toBe('one-shots')
    expect(says('One-Shots')).toMatchObject({ series: '', telling: [] })
    expect(says('Harbor Lights/One-Shots')).toMatchObject({ series: 'Harbor Lights', telling: ['Harbor Lights'] })
  })

  test('more than four levels above a file are ignored', () => {
    expect(says('A1/B/C/D/E').telling).toEqual(['B', 'C', 'D', 'E'])
    expect(says('A1/B/C/D').telling).toEqual(['A1', 'B', 'C', 'D'])
  })
})

describe('sidecars of a folder', () => {
  test('an id belongs to the series that the folder names, if it names one', () => {
    expect(says('Harbor Lights', { volumeId: '7' })).toMatchObject({ volumeId: '7', ofSeries: true })
    expect(says('', { volumeId: '7' })).not.toHaveProperty('volumeId')
    expect(says('Harbor Lights')).not.toHaveProperty('volumeId')
  })

  test('a series.json wins over names and cvinfo', () => {
    const folder = 'Marvel/Harbor Lights (2015)'
    const full = { name: 'Tin Sea', comicId: '9', volume: 3, year: 2011, publisher: 'Rook', imprint: 'Pawn' }
    expect(says(folder, { ...json(full), volumeId: '7' })).toMatchObject({
      series: 'Tin Sea',
      key: 'tinsea',
      volumeId: '9',
      year: 2011,
      ordinal: 3,
      publisher: 'Rook',
      imprint: 'Pawn',
      ofSeries: true,
    })
    expect(says(folder, { ...json({ name: 'Tin Sea' }), volumeId: '7' })).toMatchObject({
      series: 'Tin Sea',
      volumeId: '7',
      year: 2015,
      publisher: 'Marvel',
      imprint: '',
    })
    expect(says(folder, json({ name: 'Tin Sea', volume: 2011 })).year).toBe(2011)
    expect(says(folder, json({ comicId: '9' }))).toMatchObject({ series: 'Harbor Lights' })
    expect(says(folder, json({ comicId: '9' }))).not.toHaveProperty('json')
  })

  test('annuals are a separate series when they have an id', () => {
    expect(says('x', json({ name: 'Tin Sea Annual', comicId: '9' })).series).toBe('Tin Sea Annual')
    expect(says('x', json({ name: 'Tin Sea Annual' })).series).toBe('Tin Sea')
    expect(says('x', json({ name: 'Annual' })).series).toBe('Annual')
  })
})

test('a library folder is named as it is read, or unchanged', () => {
  const named = (root: string) => nameOfRoot({ root, path: root, parts: [] }, reading())
  expect(named('/data/Harbor Lights (2015)')).toBe('Harbor Lights')
  expect(named('/data/(2015)')).not.toBe('')
})
