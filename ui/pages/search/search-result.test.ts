import { expect, test } from 'bun:test'
import { searchResult, type WireRow } from './search-result'

const row = (change: Partial<WireRow>) =>
  ({
    comicid: '1',
    name: 'Harbor Lights',
    alt_titles: [],
    also_at: [],
    haveit: 'No',
    seriesrange: [],
    ...change,
  }) as WireRow
const isEnded = (change: Partial<WireRow>) => searchResult(row(change), 2026).ended

test('a series has ended when its provider says so, or when its last year is over', () => {
  for (const status of ['ended', 'completed', 'cancelled']) expect(isEnded({ status })).toBe(true)
  for (const status of ['ongoing', 'hiatus', 'announced', null]) expect(isEnded({ status })).toBe(false)
  expect(isEnded({ seriesrange: ['2019', '2025'] })).toBe(true)
  expect(isEnded({ seriesrange: ['2019', '2026'] })).toBe(false)
})
