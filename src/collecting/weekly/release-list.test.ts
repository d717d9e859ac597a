import { expect, test } from 'bun:test'
import { matchKey } from '../../base/names/titles'
import type { LibraryRelease } from './library-store'
import { listReleases } from './release-list'
import type { ReleaseSource } from './states'
import type { ListedRelease } from './store'

const WEEK = { first: '2026-11-15', last: '2026-11-21' }
const [FIRST, SECOND]: ReleaseSource[] = ['comicvine', 'metron']
let count = 0
const releaseOf = (source: ReleaseSource, change: Partial<ListedRelease> = {}): ListedRelease => ({
  release_id: ++count,
  source,
  day: '2026-11-18',
  series: 'Harbor Lights',
  match_key: matchKey(change.series ?? 'Harbor Lights'),
  kind: 'issue',
  unit: 'issue',
  number: '13',
  title: null,
  publisher: null,
  year: 2015,
  book_type: null,
  comic_id: null,
  issue_id: null,
  want: false,
  fetched_at: '2026-11-18T08:00:00.000Z',
  ...change,
})
const owned = (change: Partial<LibraryRelease> = {}): LibraryRelease => ({
  issue_id: 'harbor-13',
  comic_id: 'harbor',
  kind: 'issue',
  unit: 'issue',
  number: '13',
  title: null,
  release_date: '2026-11-18',
  intent: 'wanted',
  fulfillment: 'missing',
  announced_by: null,
  updated_at: '2026-11-18T08:00:00.000Z',
  has_file: 0,
  series: 'Harbor Lights',
  match_key: 'harborlights',
  year: 2015,
  publisher: 'Northgate',
  book_type: 'Print',
  status: 'active',
  cover_issue_id: null,
  cover_version: null,
  cover_choice: null,
  issue_image: null,
  image_url: null,
  ...change,
})
const listed = (library: LibraryRelease[], announced: ListedRelease[]) =>
  listReleases(library, announced, WEEK, [FIRST!, SECOND!])
const sourcesOf = (announced: ListedRelease[]) => listed([], announced).map(({ sources }) => sources.length)

test("a release shows the issue's own cover, or else that of its series", () => {
  const FAR = 'https://img.example/13.jpg'
  const cover = (change: Partial<LibraryRelease>) => listed([owned({ ...change, image_url: FAR })], [])[0]?.cover
  expect(cover({ has_file: 1 })).toBe('/api/metadata/issue-art/harbor-13')
  expect(cover({ issue_image: FAR })).toStartWith('/api/metadata/issue-art/harbor-13?v=')
  expect(cover({})).toStartWith('/api/metadata/art/harbor?v=')
})

test('one release of two sources is listed once, with the most trusted words first', () => {
  const [release, more] = listed(
    [],
    [releaseOf(SECOND!, { title: 'Salt' }), releaseOf(FIRST!, { publisher: 'Northgate' })],
  )
  expect(more).toBeUndefined()
  expect(release).toMatchObject({ title: 'Salt', publisher: 'Northgate', status: 'Skipped' })
  expect(release!.sources.map(({ source }) => source)).toEqual([FIRST!, SECOND!])
})

test.each([
  ['two days apart', { day: '2026-11-20' }, [2]],
  ['three days apart', { day: '2026-11-21' }, [1, 1]],
  ['runs a year apart', { year: 2016 }, [2]],
  ['runs two years apart', { year: 2017 }, [1, 1]],
  ['a run without a year', { year: null }, [2]],
  ['another number', { number: '14' }, [1, 1]],
  ['the number in other digits', { number: '013' }, [2]],
  ['an annual', { kind: 'annual' }, [1, 1]],
  ['another name', { series: 'Paper Wolves' }, [1, 1]],
] as const)('of %s there are %p', (_what, change, counts) => {
  expect(sourcesOf([releaseOf(FIRST!), releaseOf(SECOND!, change)])).toEqual([...counts])
})

test('a source does not name one release twice: those are two', () => {
  expect(sourcesOf([releaseOf(FIRST!), releaseOf(FIRST!)])).toEqual([1, 1])
})

test('an issue of the library has its own date, on any day of the sources', () => {
  const bound = releaseOf(FIRST!, { day: '2026-11-20', comic_id: 'harbor', issue_id: 'harbor-13' })
  expect(listed([owned()], [bound])).toMatchObject([{ day: '2026-11-18', issue_id: 'harbor-13', status: 'Wanted' }])
  expect(listed([owned({ release_date: '2026-11-22' })], [bound])).toEqual([])
  expect(listed([owned({ release_date: null })], [bound])).toMatchObject([{ day: '2026-11-20' }])
})

test('an issue that matches none of its series is reported as unmatched', () => {
  expect(listed([], [releaseOf(FIRST!, { comic_id: 'harbor' })])).toMatchObject([
    { status: 'Mismatched', comic_id: 'harbor' },
  ])
  expect(listed([], [releaseOf(FIRST!, { comic_id: 'harbor', unit: 'chapter' })])).toEqual([])
})

test('releases are in the order of day, name, kind and number', () => {
  const all = [
    owned({ issue_id: 'a10', number: '10' }),
    owned({ issue_id: 'a1', number: '1', kind: 'annual' }),
    owned({ issue_id: 'a9', number: '9' }),
    owned({ issue_id: 'b1', series: 'amber garden', number: '1' }),
    owned({ issue_id: 'z1', release_date: '2026-11-16' }),
  ]
  expect(listed(all, []).map(({ issue_id }) => issue_id)).toEqual(['z1', 'b1', 'a9', 'a10', 'a1'])
})

test('a release that is wanted by the row of one source is wanted', () => {
  expect(listed([], [releaseOf(FIRST!), releaseOf(SECOND!, { want: true })])).toMatchObject([{ want: true }])
})
