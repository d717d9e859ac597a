import { describe, expect, test } from 'bun:test'
import { type CountedIssue, countManga, coveredChapters } from './machine'

const volume = (number: number, owned = false): CountedIssue => ({
  issue_id: `v${number}`,
  unit: 'volume',
  number: String(number),
  volume_number: null,
  fulfillment: owned ? 'downloaded' : 'missing',
  intent: 'policy',
})

const chapter = (number: number | string, inVolume: number | null, more: Partial<CountedIssue> = {}): CountedIssue => ({
  ...volume(0),
  issue_id: `c${number}`,
  unit: 'chapter',
  number: String(number),
  volume_number: inVolume === null ? null : String(inVolume),
  ...more,
})

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
/** Twelve volumes of eight chapters; the first `owned` volumes are owned. */
const twelve = (owned: number) => [
  ...upTo(12).map((n) => volume(n, n <= owned)),
  ...upTo(96).map((n) => chapter(n, Math.ceil(n / 8))),
]
const BLENDED = { mode: 'blended', ended: false } as const
const ids = (issues: CountedIssue[], how: Parameters<typeof coveredChapters>[1] = BLENDED) => [
  ...coveredChapters(issues, how),
]

describe('owned volumes cover', () => {
  test('the chapters that name them', () => {
    expect(ids(twelve(9))).toHaveLength(72)
    expect(ids(twelve(9))).not.toContain('c73')
    expect(ids([volume(1, true), chapter(1, 1), chapter('2.5', 1), chapter(9, 2)])).toEqual(['c1', 'c2.5'])
  })

  test('a volume that is written differently', () => {
    expect(ids([volume(1, true), chapter(1, null, { volume_number: '01' })])).toEqual(['c1'])
  })

  test('nothing when the user collects chapters, and no chapter that has a file', () => {
    expect(ids(twelve(9), { mode: 'chapters', ended: true })).toEqual([])
    expect(ids([volume(1, true), chapter(1, 1, { fulfillment: 'downloaded' })])).toEqual([])
    expect(ids([volume(1, true), chapter(1, 1, { fulfillment: 'snatched' })])).toEqual([])
    expect(ids([volume(1, true), chapter(1, 1, { fulfillment: 'failed' })])).toEqual(['c1'])
  })

  test('chapters without a volume between those of owned ones', () => {
    const between = (first: number, last: number) => [chapter(8, first), chapter(9, null), chapter(10, last)]
    const both = [volume(1, true), volume(2, true), volume(3, true)]
    expect(ids([...both, ...between(1, 2)])).toContain('c9')
    expect(ids([...both, ...between(1, 3)])).not.toContain('c9')
    expect(ids([volume(1, true), volume(2), ...between(1, 2)])).not.toContain('c9')
    expect(ids([volume(1), volume(2, true), ...between(1, 2)])).not.toContain('c9')
    expect(ids([...both, chapter(9, 2), chapter(10, null)])).not.toContain('c10')
    expect(ids([...both, chapter(8, null), chapter(9, 1)])).not.toContain('c8')
  })

  test('all chapters of a series that has ended, when all of its volumes are owned', () => {
    const ended = { mode: 'blended', ended: true } as const
    const loose = upTo(120).map((n) => chapter(n, null))
    expect(ids([...upTo(15).map((n) => volume(n, true)), ...loose], ended)).toHaveLength(120)
    expect(ids([...upTo(15).map((n) => volume(n, true)), ...loose])).toEqual([])
    expect(ids([...upTo(15).map((n) => volume(n, n < 15)), ...loose], ended)).toEqual([])
  })
})

describe('a manga is counted', () => {
  const count = (
    issues: CountedIssue[],
    how = { mode: 'blended' as 'blended' | 'volumes' | 'chapters', listed: true },
  ) => {
    const covered = coveredChapters(issues, { mode: how.mode, ended: false })
    const settled = issues.map((one) => (covered.has(one.issue_id) ? { ...one, fulfillment: 'covered' as const } : one))
    const { have, total, unit } = countManga(settled, how)
    return `${have} of ${total} ${unit}`
  }
  const listed = true

  test('in volumes when the user owns volumes', () => {
    expect(count(twelve(9))).toBe('9 of 12 volume')
    expect(count([...upTo(15).map((n) => volume(n, true)), ...upTo(120).map((n) => chapter(n, null))])).toBe(
      '15 of 15 volume',
    )
  })

  test('in chapters when the user owns chapters, including those in owned volumes', () => {
    const single = (from: number) => (one: CountedIssue) =>
      one.unit === 'chapter' && Number(one.number) >= from ? { ...one, fulfillment: 'downloaded' as const } : one
    expect(count(twelve(0).map(single(50)))).toBe('47 of 96 chapter')
    expect(count(twelve(3).map(single(50)))).toBe('71 of 96 chapter')
    expect(count(twelve(11).map(single(89)))).toBe('11 of 12 volume')
  })

  test('in the unit that the user chose', () => {
    expect(count(twelve(9), { mode: 'chapters', listed })).toBe('0 of 96 chapter')
    expect(count(twelve(0), { mode: 'volumes', listed })).toBe('0 of 12 volume')
  })

  test('without the ignored issues that are not owned', () => {
    const ignored = { intent: 'ignored' } as const
    const volumes = upTo(3).map((n) => ({ ...volume(n, n === 1), ...ignored }))
    const chapters = upTo(4).map((n) => chapter(n, null, n < 3 ? ignored : { ...ignored, fulfillment: 'reserved' }))
    expect(count([...volumes, ...chapters])).toBe('1 of 1 volume')
    expect(count(chapters)).toBe('0 of 2 chapter')
    expect(countManga(volumes, { mode: 'blended', listed }).listed).toBe(3)
  })

  test('in the wanted unit while nothing is owned', () => {
    expect(count(twelve(0))).toBe('0 of 12 volume')
    const wanted = twelve(0).map((one) => (one.unit === 'chapter' ? { ...one, intent: 'wanted' as const } : one))
    expect(count(wanted)).toBe('0 of 96 chapter')
  })

  test('in its only unit, and in files when no provider lists its chapters', () => {
    expect(count([chapter(1, null), chapter(2, null)])).toBe('0 of 2 chapter')
    expect(count([volume(1, true)])).toBe('1 of 1 volume')
    const owned = { fulfillment: 'downloaded' } as const
    const local = [volume(1, true), volume(2, true), chapter(20, null, owned), chapter(21, null, owned)]
    expect(count(local, { mode: 'blended', listed: false })).toBe('4 of 4 issue')
  })
})
