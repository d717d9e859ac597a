import { expect, test } from 'bun:test'
import { middleOf, thumbRow, thumbsNear } from './thumb-row'

const row = thumbRow(
  Array.from({ length: 1000 }, () => 92),
  8,
)

test('only the thumbnails near the window are in the document', () => {
  expect(thumbsNear(row, 0, 400)).toEqual([0, 8])
  expect(thumbsNear(row, 50_000, 400)).toEqual([496, 508])
  expect(thumbsNear(row, 99_600, 400)).toEqual([992, 999])
  expect(thumbsNear(thumbRow([], 8), 0, 400)).toEqual([0, 0])
})

test('the current page is centred where the row allows it', () => {
  expect(middleOf(row, 500, 400)).toBe(49_850)
  expect(middleOf(row, 0, 400)).toBe(0)
})
