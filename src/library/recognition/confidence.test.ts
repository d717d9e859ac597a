import { expect, test } from 'bun:test'
import { type JudgedGroup, judge } from '../../testing/libraries/judge'
import { makeLibrary } from '../../testing/libraries/make'
import { inventedSeries } from '../../testing/libraries/pools'
import { messier } from '../../testing/libraries/truth'

/** A small sample of what bench/confidence.ts measures. */
async function proposals(): Promise<JudgedGroup[]> {
  const series = { comic: inventedSeries(31, 120, 'comic'), manga: inventedSeries(41, 80, 'manga') }
  const all: JudgedGroup[] = []
  for (let n = 0; n < 60; n++) {
    const kind = n % 4 === 3 ? 'manga' : 'comic'
    all.push(...(await judge(makeLibrary(900 + n, { kind, series: series[kind] }, messier([0.5, 1, 1.5][n % 3]!)))))
  }
  return all
}
const made = await proposals()
const groupsBetween = (least: number, most = 101) =>
  made.filter(({ group: { confidence } }) => confidence >= least && confidence < most)
const shareRight = (some: readonly JudgedGroup[]) => some.filter(({ right }) => right).length / some.length

test('proposals called sure are right in at least 95 of 100 invented libraries, and most proposals are', () => {
  expect(made.length).toBeGreaterThan(500)
  expect(groupsBetween(90).length).toBeGreaterThan(made.length / 2)
  expect(shareRight(groupsBetween(90))).toBeGreaterThanOrEqual(0.95)
})

test('proposals called unsure are wrong more often than not', () => {
  expect(groupsBetween(0, 50).length).toBeGreaterThan(20)
  expect(shareRight(groupsBetween(0, 50))).toBeLessThan(0.5)
})

test('a confidence is near the share that is right, and its parts add up to it', () => {
  const mean = made.reduce((sum, { group }) => sum + group.confidence, 0) / made.length
  expect(Math.abs(mean - 100 * shareRight(made))).toBeLessThan(4)
  for (const { group } of made) {
    const sum = group.parts.reduce((points, part) => points + part.points, 0)
    expect(Math.abs(Math.min(99, Math.max(1, sum)) - group.confidence)).toBeLessThan(1.5)
    for (const { reason } of group.parts) expect(reason).not.toBe('')
  }
})

test('the same seed makes the same library', () => {
  const series = inventedSeries(31, 20, 'comic')
  const make = () => makeLibrary(7, { kind: 'comic', series }, messier(1))
  expect(make()).toEqual(make())
  expect(make().files.length).toBeGreaterThan(20)
})
