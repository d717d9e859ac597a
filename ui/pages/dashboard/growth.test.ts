import { expect, test } from 'bun:test'
import { growthOf } from './growth'

const NOW = new Date('2026-11-21T12:00:00Z')
const shown = (...months: [string, number][]) =>
  growthOf(
    months.map(([month, files]) => ({ month, files })),
    NOW,
  ).map(({ label, value, words }) => `${label}: ${value} (${words})`)

test('a library grows month by month, and at least six months are shown', () => {
  expect(growthOf([], NOW)).toEqual([])
  const columns = growthOf([{ month: '2026-10', files: 3 }], NOW)
  expect(columns.map(({ value }) => value)).toEqual([0, 0, 0, 0, 3, 3])
  expect(columns.map(({ words }) => words).slice(-2)).toEqual(['3 files, 3 new', '3 files'])
  expect(columns[0]!.label).toContain('2026')
})

test('up to two years are shown by month, longer times by year', () => {
  expect(shown(['2024-12', 1])).toHaveLength(24)
  expect(shown(['2024-11', 1], ['2025-12', 2], ['2026-11', 4])).toEqual([
    '2024: 1 (1 file, 1 new)', '2025: 3 (3 files, 2 new)', '2026: 7 (7 files, 4 new)',
  ]) // biome-ignore format: one glance
})

test('a year counts the new files of all its months', () => {
  expect(shown(['2024-03', 1], ['2025-02', 2], ['2025-12', 3], ['2026-01', 4])).toEqual([
    '2024: 1 (1 file, 1 new)', '2025: 6 (6 files, 5 new)', '2026: 10 (10 files, 4 new)',
  ]) // biome-ignore format: one glance
})

test('a month in the future is shown unchanged', () => {
  expect(shown(['2027-02', 1]).at(-1)).toContain(': 0 (0 files)')
})
