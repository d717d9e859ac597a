import { describe, expect, test } from 'bun:test'
import { sortKey } from '../../base/names/numbers'
import { type NumberedIssue, numbersOf } from './numbers'

const issue = (number: string, more: Partial<NumberedIssue> = {}): NumberedIssue => ({
  issue_id: `${more.unit ?? ''}${more.kind === 'annual' ? 'a' : ''}${number}`,
  ...{ kind: 'issue', unit: 'issue', volume_number: null, readable: true },
  number,
  sort_key: sortKey(number),
  ...more,
})
const numbered = (issues: NumberedIssue[]) => [...numbersOf(issues)].map(([id, { sort }]) => `${id} ${sort}`)

describe('the numbers of books', () => {
  test('are those printed, in order, also negative ones and fractions', () => {
    expect(numbered(['10', '-1', '½', '2', '1.5'].map((each) => issue(each)))).toEqual(['-1 -1', '½ 0.5', '1.5 1.5', '2 2', '10 10']) // biome-ignore format: one list
  })

  test('are unique: a number that is taken gets a step', () => {
    expect(numbered(['1', '1A', '1.MU', '2'].map((each) => issue(each)))).toEqual(['1 1', '1A 1.001', '1.MU 1.002', '2 2']) // biome-ignore format: one list
  })

  test('of annuals and specials are just behind the highest, whose whole part stays', () => {
    const specials = Array.from({ length: 1200 }, (_, n) => issue(`Special ${n}`))
    const all = [...numbersOf([issue('12'), issue('1', { kind: 'annual' }), issue(''), ...specials]).values()]
    expect(all.slice(0, 2).map(({ sort, text }) => [sort, text])).toEqual([[12, '12'], [expect.any(Number), expect.any(String)]]) // biome-ignore format: one list
    expect(new Set(all.map(({ sort }) => sort)).size).toBe(1203)
    expect(Math.floor(all.at(-1)!.sort)).toBe(12)
    expect(numbered([issue('12'), issue('1', { kind: 'annual' }), issue('Alpha')])).toEqual(['12 12', 'Alpha 12.001', 'a1 12.002']) // biome-ignore format: one list
  })

  test('of many specials stay below the next whole number, also behind a fraction', () => {
    const specials = Array.from({ length: 300 }, (_, n) => issue(`Special ${n}`))
    const sorts = [...numbersOf([issue('12'), issue('12.9'), ...specials]).values()].map(({ sort }) => sort)
    expect(new Set(sorts).size).toBe(302)
    expect(sorts[2]).toBeGreaterThan(12.9)
    expect(sorts.at(-1)).toBeLessThan(13)
  })

  test('of annuals alone are their own, and what has no number is counted', () => {
    expect(numbered([issue('2', { kind: 'annual' }), issue('1', { kind: 'annual' })])).toEqual(['a1 1', 'a2 2'])
    expect(numbered([issue('Alpha'), issue('Beta')])).toEqual(['Alpha 1', 'Beta 2'])
    expect(numbersOf([issue('')]).get('')).toEqual({ sort: 1, place: 1, text: '1' })
  })

  test('of a volume beside chapters follow its last chapter, which may be missing', () => {
    const chapter = (number: string, volume: string | null, readable = true) => issue(number, { unit: 'chapter', volume_number: volume, readable }) // biome-ignore format: one object
    const volume = (number: string) => issue(number, { unit: 'volume' })
    expect(numbered([chapter('1', '1'), chapter('2', '1', false), chapter('3', '2'), volume('1'), volume('2'), volume('9')])).toEqual(['volume9 0', 'chapter1 1', 'volume1 2', 'chapter3 3', 'volume2 3.001']) // biome-ignore format: one list
    expect(numbered([volume('2'), volume('1')])).toEqual(['volume1 1', 'volume2 2'])
  })

  test('are only of what can be read', () => {
    expect(numbered([issue('1'), issue('2', { readable: false })])).toEqual(['1 1'])
  })
})
