import { expect, test } from 'bun:test'
import { publishersOf, readWeeklyView, shownReleases, viewAfter, viewPath, type WeeklyView } from './view'
import type { Release } from './wire'

const TODAY = '2026-11-18'

test.each<[query: Record<string, string>, view: WeeklyView]>([
  [{}, { as: 'week', whose: 'mine', day: TODAY }],
  [
    { view: 'month', whose: 'all', day: '2026-12-01' },
    { as: 'month', whose: 'all', day: '2026-12-01' },
  ],
  [
    { view: 'year', whose: 'x', day: 'soon' },
    { as: 'week', whose: 'mine', day: TODAY },
  ],
  [{ day: '3026-01-01' }, { as: 'week', whose: 'mine', day: TODAY }],
])('%j is the view %j', (query, view) => {
  expect(readWeeklyView(query, TODAY)).toEqual(view)
})

test.each<[view: WeeklyView, path: string]>([
  [{ as: 'week', whose: 'mine', day: TODAY }, '/releases'],
  // Another day of this week is this week.
  [{ as: 'week', whose: 'mine', day: '2026-11-21' }, '/releases'],
  [{ as: 'week', whose: 'all', day: '2026-11-24' }, '/releases?whose=all&day=2026-11-23'],
  [{ as: 'month', whose: 'mine', day: '2026-11-01' }, '/releases?view=month'],
  [{ as: 'month', whose: 'mine', day: '2026-12-01' }, '/releases?view=month&day=2026-12-01'],
])('%j is at %s', (view, path) => {
  expect(viewPath(view, TODAY)).toBe(path)
  expect(readWeeklyView(Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? '')), TODAY)).toMatchObject({
    as: view.as,
    whose: view.whose,
  })
})

test.each([
  ['week', 1, '2026-11-23'],
  ['week', -1, '2026-11-09'],
  ['month', 1, '2026-12-01'],
  ['month', -1, '2026-10-01'],
] as const)('a %s shifted by %i is %s', (as, count, day) => {
  expect(viewAfter({ as, whose: 'mine', day: TODAY }, count).day).toBe(day)
})

const release = (series: string, publisher: string | null, comic_id: string | null = null) =>
  ({ series, publisher, comic_id }) as Release

test('own series are always shown, others without hidden publishers', () => {
  const all = [release('a', 'KESTREL'), release('b', 'Kestrel', 'b'), release('c', null), release('d', 'Rook')]
  const shown = (whose: WeeklyView['whose'], ...hidden: string[]) =>
    shownReleases(all, whose, new Set(hidden))
      .map(({ series }) => series)
      .join('')
  expect([shown('mine'), shown('mine', 'kestrel'), shown('all'), shown('all', 'kestrel'), shown('all', '')]).toEqual([
    'b', 'b', 'abcd', 'bcd', 'abd',
  ]) // biome-ignore format: one glance
})

test('publishers are counted regardless of spelling, the largest first, then by name', () => {
  const all = [
    release('a', 'Rook'),
    release('b', 'KESTREL'),
    release('c', 'Kestrel'),
    release('d', null),
    release('e', 'Attic'),
  ]
  expect(publishersOf(all)).toEqual([
    { key: 'kestrel', name: 'KESTREL', count: 2 },
    { key: 'attic', name: 'Attic', count: 1 },
    { key: '', name: 'No publisher', count: 1 },
    { key: 'rook', name: 'Rook', count: 1 },
  ])
})
