import { expect, test } from 'bun:test'
import { providerNames } from '../../../base/providers/descriptors'
import type { FactSource } from '../states'
import { issueFieldList, seriesFieldList, sourceLines } from './fields'

test('a field has its effective value, its source, and the value of every source', () => {
  const rows = [
    { source: 'file' as const, facts: { name: 'Harbour', year: 2012, publisher: '' } },
    { source: 'metron' as const, facts: { name: 'Harbor', aliases: [] } },
    { source: 'user' as const, facts: { name: 'Mine' } },
  ]
  const fields = seriesFieldList(rows, [...providerNames])
  expect(fields.filter(({ field }) => ['name', 'aliases', 'year'].includes(field))).toEqual([
    {
      field: 'name',
      value: 'Mine',
      source: 'user',
      locked: true,
      said: [
        { source: 'user', value: 'Mine' },
        { source: 'metron', value: 'Harbor' },
        { source: 'file', value: 'Harbour' },
      ],
    },
    { field: 'aliases', value: null, source: null, locked: false, said: [] },
    { field: 'year', value: 2012, source: 'file', locked: false, said: [{ source: 'file', value: 2012 }] },
  ])
  expect(fields.find(({ field }) => field === 'publisher')).toMatchObject({ value: null, said: [] })
})

test('of two providers the preferred one wins', () => {
  const rows = [
    { source: 'comicvine' as const, facts: { number: '1', title: 'Dusk' } },
    { source: 'metron' as const, facts: { title: 'Dawn' } },
  ]
  const title = (order: Parameters<typeof issueFieldList>[1]) =>
    issueFieldList(rows, order).find(({ field }) => field === 'title')
  expect(title(['comicvine', 'metron'])).toMatchObject({ value: 'Dusk', source: 'comicvine', locked: false })
  expect(title(['metron', 'comicvine'])).toMatchObject({ value: 'Dawn', source: 'metron' })
})

const said = (source: FactSource, provider_id: string | null, more: object = {}) => ({
  source,
  provider_id,
  facts: {},
  said_at: '2026-11-21',
  removed_at: null,
  ...more,
})

test('sources are listed by their usual names, the effective one first', () => {
  const rows = [
    said('file', null),
    said('metron', '55', { facts: { url: 'https://idx.test/55' }, checked_at: '2026-11-22', detailed: true }),
    said('comicvine', '7', { removed_at: '2026-11-23', detailed: false }),
    said('user', null, { facts: { url: 'https://idx.test/mine' } }),
  ]
  const line = { said_at: '2026-11-21', checked_at: null, removed_at: null, primary: false }
  expect(sourceLines(rows, ['metron', 'comicvine'], { source: 'comicvine' })).toEqual([
    { ...line, source: 'user', label: 'You', provider_id: null, url: 'https://idx.test/mine' },
    {
      ...line,
      source: 'metron',
      label: 'Metron',
      provider_id: '55',
      url: 'https://idx.test/55',
      checked_at: '2026-11-22',
      detailed: true,
    },
    {
      ...line,
      source: 'comicvine',
      label: 'ComicVine',
      provider_id: '7',
      url: 'https://comicvine.gamespot.com/volume/4050-7/',
      removed_at: '2026-11-23',
      primary: true,
    },
    { ...line, source: 'file', label: 'Your files', provider_id: null, url: null },
  ])
})
