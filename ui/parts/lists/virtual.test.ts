import { describe, expect, test } from 'bun:test'
import { chunksNear, coverGrid, moveFocus, rowsNear, scrollFor } from './virtual'

describe('the grid of covers', () => {
  const rule = { least: 150, gap: 20, below: 80 }

  test('fills the width with as many covers as fit', () => {
    expect(coverGrid(1290, rule)).toEqual({ columns: 7, cell: (1290 - 120) / 7, row: 331, gap: 20 })
  })

  test('shows two covers side by side even in a narrow window', () => {
    expect(coverGrid(200, rule)).toMatchObject({ columns: 2, cell: 90 })
  })

  test('has no negative size before the page is measured', () => {
    expect(coverGrid(0, rule).cell).toBe(0)
  })
})

describe('rows near the window', () => {
  test('reach three quarters of a window beyond the visible part', () => {
    expect(rowsNear({ above: 10_000, height: 800, row: 100, rows: 1_000 })).toEqual({ from: 94, to: 114 })
  })

  test('end with the window where nothing is kept ahead', () => {
    expect(rowsNear({ above: 10_000, height: 800, row: 100, rows: 1_000, ahead: 0 })).toEqual({ from: 100, to: 108 })
  })

  test('stay inside the list at both ends', () => {
    expect(rowsNear({ above: -300, height: 800, row: 100, rows: 1_000 })).toEqual({ from: 0, to: 11 })
    expect(rowsNear({ above: 99_900, height: 800, row: 100, rows: 1_000 }).to).toBe(1_000)
  })

  test('are empty while the whole list is far away', () => {
    expect(rowsNear({ above: 1e9, height: 800, row: 100, rows: 10 })).toEqual({ from: 10, to: 10 })
    expect(rowsNear({ above: -1e9, height: 800, row: 100, rows: 10 })).toEqual({ from: 0, to: 0 })
    expect(rowsNear({ above: 1_500, height: 800, row: 100, rows: 10 })).toEqual({ from: 9, to: 10 })
  })

  test('are empty in an empty list', () => {
    expect(rowsNear({ above: 0, height: 800, row: 100, rows: 0 })).toEqual({ from: 0, to: 0 })
  })

  test('cost the same at any length of the list', () => {
    const few = rowsNear({ above: 4_000, height: 900, row: 300, rows: 50 })
    const many = rowsNear({ above: 4_000, height: 900, row: 300, rows: 50_000 })
    expect(many).toEqual(few)
  })
})

describe('pieces to fetch', () => {
  const rule = { size: 200, count: 5_000, ahead: 60 }

  test('are the visible ones', () => {
    expect(chunksNear(0, 60, rule)).toEqual([0])
  })

  test('include the next one before it becomes visible', () => {
    expect(chunksNear(90, 150, rule)).toEqual([0, 1])
    expect(chunksNear(230, 330, rule)).toEqual([0, 1])
  })

  test('do not go past the end', () => {
    expect(chunksNear(4_950, 5_000, rule)).toEqual([24])
    expect(chunksNear(0, 3, { ...rule, count: 3 })).toEqual([0])
    expect(chunksNear(0, 0, { ...rule, count: 0 })).toEqual([])
  })
})

describe('keys', () => {
  const place = { at: 10, count: 23, columns: 7, page: 2 }

  test('move by one, by a row, by a window and to the ends', () => {
    expect(moveFocus('ArrowRight', place)).toBe(11)
    expect(moveFocus('ArrowLeft', place)).toBe(9)
    expect(moveFocus('ArrowDown', place)).toBe(17)
    expect(moveFocus('ArrowUp', place)).toBe(3)
    expect(moveFocus('PageDown', { ...place, at: 2 })).toBe(16)
    expect(moveFocus('Home', place)).toBe(0)
    expect(moveFocus('End', place)).toBe(22)
  })

  test('stop at the edges', () => {
    expect(moveFocus('ArrowUp', { ...place, at: 3 })).toBe(3)
    expect(moveFocus('ArrowLeft', { ...place, at: 0 })).toBe(0)
    expect(moveFocus('PageUp', { ...place, at: 3 })).toBe(0)
    expect(moveFocus('PageDown', place)).toBe(22)
  })

  test('move down from the last full row to the end of the shorter one, and then stop', () => {
    expect(moveFocus('ArrowDown', { ...place, at: 19 })).toBe(22)
    expect(moveFocus('ArrowDown', { ...place, at: 22 })).toBe(22)
    expect(moveFocus('ArrowDown', { ...place, at: 21 })).toBe(21)
  })

  test('that do not move the focus are ignored', () => {
    expect(moveFocus('a', place)).toBeUndefined()
    expect(moveFocus('ArrowDown', { ...place, count: 0 })).toBeUndefined()
  })
})

describe('scrolling to a row', () => {
  const bars = { height: 900, head: 80, foot: 20 }

  test('does not move a visible row', () => {
    expect(scrollFor(300, 200, bars)).toBe(0)
  })

  test('moves the row out from under the bars', () => {
    expect(scrollFor(50, 200, bars)).toBe(-30)
    expect(scrollFor(800, 200, bars)).toBe(120)
  })

  test('shows the upper edge of a row that is higher than the window', () => {
    expect(scrollFor(100, 2_000, bars)).toBe(20)
  })
})
