import { describe, expect, test } from 'bun:test'
import { BookOrder, partOf } from './book-orders'

const orderOf = (count: number) => {
  const order = new BookOrder()
  for (let n = 0; n < count; n++) order.add(`b${n}`)
  return order
}
const ids = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, n) => `b${from + n}`)

describe('an order of books', () => {
  test.each([0, 1, 499, 500, 501, 1000, 1234])('of %i gives every part of it', (count) => {
    const order = orderOf(count)
    expect(order.length).toBe(count)
    for (const start of [0, 1, 250, 499, 500, 501, 999, 1000, 1100, 1233, 1234, 2000])
      for (const size of [0, 1, 20, 500, 700, Number.MAX_SAFE_INTEGER]) {
        const end = Math.min(count, start + size)
        expect(order.slice(start, start + size), `${start} ${size}`).toEqual(ids(start, end))
        const part = partOf(order, { offset: start, limit: size })
        expect(part.length).toBe(Math.max(0, end - start))
        expect(part.slice(0, 10)).toEqual(ids(start, Math.min(end, start + 10)))
      }
  })
})
