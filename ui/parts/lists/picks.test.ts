import { describe, expect, test } from 'bun:test'
import { addPicks, batches, nothingPicked, rangeTo, togglePick } from './picks'

describe('a selection', () => {
  test('is empty after the same entry twice', () => {
    const once = togglePick(nothingPicked, 'a', 3)
    expect([...once.keys]).toEqual(['a'])
    expect([...togglePick(once, 'a', 3).keys]).toEqual([])
  })

  test('with Shift extends from the last entry, forwards or backwards', () => {
    const once = togglePick(nothingPicked, 'a', 5)
    expect(rangeTo(once, 9)).toEqual([5, 9])
    expect(rangeTo(once, 2)).toEqual([2, 5])
    expect(rangeTo(nothingPicked, 4)).toEqual([4, 4])
  })

  test('keeps earlier entries when a range is added', () => {
    const once = togglePick(nothingPicked, 'a', 0)
    expect([...addPicks(once, ['b', 'a', 'c']).keys]).toEqual(['a', 'b', 'c'])
  })
})

test('is sent in batches without losing entries', () => {
  const all = Array.from({ length: 214 }, (_, at) => at)
  expect(batches(all, 100).map((piece) => piece.length)).toEqual([100, 100, 14])
  expect(batches(all, 100).flat()).toEqual(all)
  expect(batches([], 100)).toEqual([])
})
