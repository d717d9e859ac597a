import { describe, expect, test } from 'bun:test'
import { scannedGroup, scanOf, wholeProposal } from '../../../testing/import-scan'
import { rowsWords } from '../result/last-import'
import { byReason } from '../scan/problems'
import { addSample, rateOf, type Sample } from '../scan/rate'
import type { WireGroup } from '../wire'
import { afterReview, issueNumbersIn, numberText } from './corrections'
import { afterAccept, confirmBody, mergeTarget, outlineOf, type Proposal, proposal, yearIn } from './proposals'

const HARBOR = { name: 'Harbor Lights', publisher: 'Northgate' }
const group = (change: Partial<WireGroup> = {}, match: Partial<NonNullable<WireGroup['match']>> = {}): WireGroup =>
  scannedGroup(1, { location: '/comics/Northgate/Harbor Lights (2015)', ...change }, { ...HARBOR, ...match })
const one = (id: string, confidence: number, change: Partial<WireGroup> = {}) =>
  wholeProposal(
    scannedGroup(
      1,
      { group_id: id, comic_id: `local-${id}`, ...change },
      { comicid: `local-${id}`, name: `Series ${id}`, confidence },
    ),
  ) as Proposal

describe('a proposal', () => {
  test('shows the files separately from the proposed series', () => {
    expect(wholeProposal(group())).toMatchObject({
      found: 'Harbor Lights (2015)',
      where: '/comics/Northgate',
      amount: '12 files, 480 MB',
      name: 'Harbor Lights',
      year: '2015',
      band: 'sure',
    })
  })

  test('of files in several folders is named by the first folder', () => {
    const file = { path: 'Loose\\Harbor 001.cbz' } as WireGroup['files'][number]
    expect(wholeProposal(group({ location: null, files: [file] }))).toMatchObject({
      found: 'Harbor 001.cbz',
      where: 'Loose',
    })
  })

  test.each([
    [[{ unit: 'volume', issues: 5 }], '25 volumes'],
    [[{ unit: 'chapter', issues: 20 }], '25 chapters'],
    [
      [
        { unit: 'volume', issues: 5 },
        { unit: 'chapter', issues: 20 },
      ],
      '5 volumes, 20 chapters',
    ],
  ] satisfies [WireGroup['units'], string][])('of a manga with files in %j is counted in %p', (units, words) => {
    expect(wholeProposal(group({ content_type: 'manga', units }, { issues: 25 }))?.issueWords).toBe(words)
  })

  test('of a manga has no count until its files are loaded', () => {
    expect(proposal(outlineOf(group())!)?.issueWords).toBe('12 issues')
    expect(proposal({ ...outlineOf(group({ content_type: 'manga' }))! }).issueWords).toBe('')
  })

  test('is sure, likely or in need of a review', () => {
    expect([96, 95, 94, 75, 74, 5].map((confidence) => one('a', confidence).band)).toEqual([
      'sure',
      'sure',
      'likely',
      'likely',
      'unsure',
      'unsure',
    ])
  })

  test('with all files in the library has nothing new; new files for a known series count', () => {
    const known = { already_in_library: true, existing_comic_id: '18705' }
    expect(wholeProposal(group({ ...known, new_files: 0 }, { confidence: 100 }))?.band).toBe('known')
    expect(wholeProposal(group({ ...known, new_files: 3 }))).toMatchObject({
      band: 'sure',
      existing: '18705',
      newFiles: 3,
    })
  })

  test('without a match is not shown as a match', () => {
    expect(wholeProposal(group({ matched: false, match: null }))).toBeUndefined()
  })
})

describe('Enter', () => {
  const list = [
    one('a', 96),
    one('b', 90),
    one('k', 100, { already_in_library: true, existing_comic_id: '7', new_files: 0 }),
    one('c', 40),
  ]

  test('moves to the next open one', () => {
    expect(afterAccept(list, new Set(['a']), 0)).toBe(1)
    expect(afterAccept(list, new Set(['a', 'b']), 1)).toBe(3)
  })

  test('returns to skipped ones', () => {
    expect(afterAccept(list, new Set(['b', 'c']), 3)).toBe(0)
  })

  test('stays when nothing is open', () => {
    expect(afterAccept(list, new Set(['a', 'b', 'c']), 3)).toBe(3)
  })
})

test('a year has four digits, or is empty', () => {
  expect(['12', 'soon', '2012.5', '3000', '', ' 2012 '].map(yearIn)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    null,
    2012,
  ])
})

test('a number is a single one, or a first and a last one', () => {
  expect(issueNumbersIn(' 7 ')).toEqual({ number: '7', number_end: '' })
  expect(issueNumbersIn('7-9')).toEqual({ number: '7', number_end: '9' })
  expect(issueNumbersIn('7 – 9')).toEqual({ number: '7', number_end: '9' })
  expect(issueNumbersIn('-1')).toEqual({ number: '-1', number_end: '' })
  expect(issueNumbersIn('')).toEqual({ number: '', number_end: '' })
  expect(numberText({ number: '7', number_end: '9' })).toBe('7–9')
})

test('confirming sends the accepted ones in the order shown, by resulting series', () => {
  const list = [one('a', 96), one('b', 90), one('c', 40)]
  expect(confirmBody('s1', list, { accepted: new Set(['c', 'a', 'gone']), want_new: false })).toEqual({
    scan_id: 's1',
    selected_ids: ['local-a', 'local-c'],
    want_new: false,
  })
})

test('a merge prefers a series in the library, and otherwise the largest', () => {
  const large = one('b', 90, { file_total: 40 })
  expect(mergeTarget([one('a', 96), large])).toBe(large)
  const known = one('k', 20, { existing_comic_id: '7' })
  expect(mergeTarget([one('a', 96), large, known])).toBe(known)
})

test('an outline says the same of a proposal as the whole of it', () => {
  const chosen = { proposal_id: 'p1', provider: 'comicvine', label: 'ComicVine', confidence: 96, parts: [], in_library: '18705' }
  const whole = group({ proposals: [chosen as never], proposal_id: 'p1', duplicates: 2, error: 'It failed.', new_files: 3 })
  const { evidence, why, parts, ids, proposals, suggestion, files, ...rest } = wholeProposal(whole)!
  const sent = JSON.parse(JSON.stringify(outlineOf(whole)))
  expect(proposal(sent)).toMatchObject(rest)
  expect(rest).toMatchObject({ provider: 'ComicVine', joins: '18705', duplicates: 2, error: 'It failed.', localYear: '' })
}) // biome-ignore format: one glance

test('a correction changes the proposals that it touched, and leaves the others the same', () => {
  const [first, second, third] = [1, 2, 3].map((at) => scannedGroup(at))
  const now = scannedGroup(2, { corrected: true })
  const fresh = scannedGroup(9)
  const reply = { success: true as const, groups: [now, fresh], gone: ['g3'], said: 'x', last_step: 'x' }
  const outline = [first, second, third].flatMap((one) => outlineOf(one!) ?? [])
  const scan = afterReview({ ...scanOf([]), outline }, reply)
  expect(scan.outline).toEqual([outline[0]!, outlineOf(now)!, outlineOf(fresh)!])
  expect(scan.outline?.[0]).toBe(outline[0]!)
  expect(scan.last_step).toBe('x')
})

test('unreadable files are grouped by reason, the most frequent first', () => {
  const problem = (path: string, problem: string) => ({
    path,
    full_path: `/comics/${path}`,
    problem,
    remedy: null,
  })
  const groups = byReason([
    problem('a.cbz', 'The file is empty: 0 bytes.'),
    problem('b.cbz', 'Page 3 ("p3.jpg") is not a picture.'),
    problem('c.cbz', 'Page 12 ("p12.jpg") is not a picture.'),
  ])
  expect(groups.map(({ reason, list }) => [reason, list.length])).toEqual([
    ['Page …… is not a picture.', 2],
    ['The file is empty: 0 bytes.', 1],
  ])
})

test('the result of an import is described in words', () => {
  expect(rowsWords({ series: 1, issues: 12, files: 13 })).toBe('1 new series, 12 issues and 13 files')
  expect(rowsWords({ series: 0, issues: 1, files: 1 })).toBe('1 issue and 1 file')
  expect(rowsWords({ series: 0, issues: 0, files: 2 })).toBe('2 files')
})

describe('files per second', () => {
  const after = (samples: Sample[]) => samples.reduce<Sample[]>((all, next) => addSample(all, next), [])

  test('are known after a moment', () => {
    expect(rateOf(after([{ at: 0, done: 0 }]))).toBeUndefined()
    expect(
      rateOf(
        after([
          { at: 0, done: 0 },
          { at: 200, done: 90 },
        ]),
      ),
    ).toBeUndefined()
    expect(
      rateOf(
        after([
          { at: 0, done: 0 },
          { at: 1_000, done: 450 },
        ]),
      ),
    ).toBe(450)
  })

  test('are measured over the last moments', () => {
    const slow = [0, 1_000, 2_000, 3_000].map((at) => ({ at, done: 1_000 + at / 100 }))
    expect(rateOf(after([{ at: -5_000, done: 0 }, ...slow]))).toBe(10)
  })

  test('restart with a new scan', () => {
    expect(
      rateOf(
        after([
          { at: 0, done: 900 },
          { at: 1_000, done: 5 },
        ]),
      ),
    ).toBeUndefined()
  })
})
