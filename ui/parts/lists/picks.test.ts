import { describe, expect, test } from 'bun:test'
import { addPicks, batches, nothingPicked, rangeTo, togglePick } from './picks'

describe('picking', () => {
  test('the same entry twice picks nothing', () => {
    const once = togglePick(nothingPicked, 'a', 3)
    expect([...once.keys]).toEqual(['a'])
    expect([...togglePick(once, 'a', 3).keys]).toEqual([])
  })

  test('with Shift reaches from the last pick, forwards or backwards', () => {
    const once = togglePick(nothingPicked, 'a', 5)
    expect(rangeTo(once, 9)).toEqual([5, 9])
    expect(rangeTo(once, 2)).toEqual([2, 5])
    expect(rangeTo(nothingPicked, 4)).toEqual([4, 4])
  })

  test('a range extends the earlier selection', () => {
    const once = togglePick(nothingPicked, 'a', 0)
    expect([...addPicks(once, ['b', 'a', 'c']).keys]).toEqual(['a', 'b', 'c'])
  })
})

test('a long selection is sent in pieces and loses nothing', () => {
  const all = Array.from({ length: 214 }, (_, at) => at)
  expect(batches(all, 100).map((piece) => piece.length)).toEqual([100, 100, 14])
  expect(batches(all, 100).flat()).toEqual(all)
  expect(batches([], 100)).toEqual([])
})
