import { expect, test } from 'bun:test'
import type { ArcIssueRecord } from '../../library/metadata/providers/provider-arcs'
import { arcColumns, providerChangeOf, providerIdOf, rowOfRecord } from './provider-rows'
import type { ArcIssueRow } from './store'

const record: ArcIssueRecord = { provider_id: '7', series: 'Harbor Lights', number: '3' } as ArcIssueRecord
const row = (more: Partial<ArcIssueRecord> = {}) => rowOfRecord({ ...record, ...more }, 'comicvine')

test.each<[Partial<ArcIssueRecord>, object]>([
  [{}, { year: null, issue_date: null, release_date: null, volume: null, title: null, book_type: null }],
  [{ issue_date: '2012-05-01', release_date: '2012-03-02' }, { year: 2012, issue_date: '2012-05-01', release_date: '2012-03-02' }], // biome-ignore format: one line
  [{ release_date: '2012-03-02' }, { year: 2012, issue_date: '2012-03-02', release_date: '2012-03-02' }],
  [
    { series_year: 2010, title: 'Low Tide', book_type: 'TPB' },
    { volume: 2010, title: 'Low Tide', book_type: 'TPB' },
  ],
  [{ series_id: '70', ids: { metron: '9' } }, { ids: [{ source: 'comicvine', issue: '7', series: '70' }, { source: 'metron', issue: '9' }] }], // biome-ignore format: one line
])('an issue that a provider names with %o is the row %o', (more, columns) => {
  expect(row(more)).toMatchObject({ added_by: 'list', series_key: 'harborlights', number: '3', ...columns } as never)
})

test('the id of a row is the one at its provider', () => {
  expect([providerIdOf(row(), 'comicvine'), providerIdOf(row(), 'metron')]).toEqual(['7', undefined])
})

test.each<[string, Partial<ArcIssueRecord>, boolean]>([
  ['nothing', {}, false],
  ['its title', { title: 'High Tide' }, true],
  ['its ids', { ids: { metron: '9' } }, true],
])('a row that differs in %s is changed: %p', (_what, more, isChanged) => {
  const before = { ...row(), added_by: 'user', position: 4, issue_id: 'x' } as ArcIssueRow
  const { added_by: _, ...columns } = row(more)
  expect(providerChangeOf(before, row(more))).toEqual(isChanged ? columns : undefined)
})

test.each([
  [true, 'list'],
  [false, 'date'],
] as const)('an arc that its provider orders (%p) is ordered by: %s', (ordered, ordered_by) => {
  const facts = { name: 'Night Tide' }
  const none = { publisher: null, description: null, image_url: null, page_url: null }
  expect(arcColumns({ provider: 'metron', facts, ordered } as never)).toEqual({ name: 'Night Tide', source: 'provider', ordered_by, ...none }) // biome-ignore format: one line
})
