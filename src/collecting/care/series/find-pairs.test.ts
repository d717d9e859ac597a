import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database } from '../../../base/storage/database'
import { putSeriesSource } from '../../../library/metadata/store'
import type { NewSeriesRow } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { setIgnored } from '../ignored-store'
import { findPairs } from './find-pairs'
import { countCommon, countPairs, pairsPage, setPairsIgnored } from './pair-store'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

type Row = Partial<NewSeriesRow>
const add = (comic_id: string, row: Row = {}) =>
  makeSeries(db, { comic_id, added_at: '2026-01-02T03:04:05.000Z', ...row })
const link = (comic_id: string, source: ProviderName) =>
  db.write((tx) => putSeriesSource(tx, { comic_id, source, provider_id: `${comic_id}-${source}`, facts: {}, said_at: '2026' })) // biome-ignore format: one line
async function pairs(ignored = false): Promise<string[]> {
  await findPairs(db, new AbortController().signal)
  const rows = pairsPage(db.read, ignored, { limit: 50, offset: 0 })
  return rows.map(({ keep_id, other_id, likeness }) => `${keep_id} ${other_id} ${likeness}`)
}

describe('two series of one name are a pair', () => {
  test.each<[string, Row, Row, boolean]>([
    ['a year apart', { year: 2015 }, { year: 2016 }, true],
    ['two years apart', { year: 2015 }, { year: 2017 }, false],
    ['one without a year', { year: 2015 }, {}, true],
    ['of two volumes', { volume: 1 }, { volume: 2 }, false],
    ['one without a volume', { volume: 1 }, {}, true],
    ['in two spellings of a language', { language: 'pt-BR' }, { language: 'pt' }, true],
    ['in two languages', { language: 'pt' }, { language: 'en' }, false],
    ['one without a language', {}, { language: 'en' }, true],
    ['whose name has no letter', { name: '!' }, { name: '?' }, false],
  ])('%s', async (_, one, other, is) => {
    add('a', one)
    add('b', other)
    expect(await pairs()).toHaveLength(is ? 1 : 0)
  })

  test('unless a provider lists both', async () => {
    for (const id of ['a', 'b']) link(add(id), 'metron')
    link('a', 'comicvine')
    expect(await pairs()).toEqual([])
  })
})

describe('of a pair is kept', () => {
  test('the one that more providers know, and the pair says that both are known', async () => {
    add('a')
    makeFile(db, { issues: makeIssues(db, 'a', [1]) })
    link(add('b'), 'metron')
    expect(await pairs()).toEqual(['b a name'])
    link('a', 'mangadex')
    link('b', 'comicvine')
    expect(await pairs()).toEqual(['b a id'])
  })

  test('else the one with more files', async () => {
    add('a')
    add('b', { added_at: '2026-02-02T03:04:05.000Z' })
    makeFile(db, { issues: makeIssues(db, 'b', [1]) })
    expect(await pairs()).toEqual(['b a name'])
  })

  test('else the older one', async () => {
    add('a', { added_at: '2026-02-02T03:04:05.000Z' })
    add('b')
    expect(await pairs()).toEqual(['b a name'])
  })
})

describe('names of two spellings are a pair', () => {
  test.each<[string, string, string, boolean]>([
    ['with a typo in a short name', 'Harbor', 'Harbour', true],
    ['with a typo in a long name', 'Copper Orchard Signals', 'Copper Orchard Signels', true],
    ['with a typo at its beginning', 'Copper Orchard Signals', 'Kopper Orchard Signals', true],
    ['that are too short to tell', 'Fern', 'Ferm', false],
    ['with two letters more', 'Harbor', 'Harboury', false],
  ])('%s', async (_, one, other, is) => {
    add('a', { name: one })
    add('b', { name: other })
    expect(await pairs()).toEqual(is ? ['a b spelling'] : [])
  })
})

test('pairs are listed in the order of names, and ignored ones apart, in either order of their ids', async () => {
  for (const [id, name] of [['a', 'Port'], ['b', 'Port'], ['c', 'Fern Road'], ['d', 'Fern Road']] as const) add(id, { name }) // biome-ignore format: one line
  expect(await pairs()).toEqual(['c d name', 'a b name'])
  db.write((tx) => {
    setIgnored(tx, 'pair', ['a\nb'], true)
    setPairsIgnored(tx, ['b\na'], true)
  })
  expect(countPairs(db.read)).toEqual({ shown: 1, ignored: 1 })
  expect([await pairs(), await pairs(true)]).toEqual([['c d name'], ['a b name']])
  db.write((tx) => setPairsIgnored(tx, ['a\nb'], false))
  expect(countPairs(db.read)).toEqual({ shown: 2, ignored: 0 })
})

test('issues that both have are those of one kind, unit and number', () => {
  add('a')
  add('b')
  makeIssues(db, 'a', ['1', '2', { number: '3', kind: 'annual' }])
  makeIssues(db, 'b', ['2', '3', { number: '1', kind: 'annual' }, '4'])
  expect(countCommon(db.read, 'a', 'b')).toBe(1)
})
