import { expect, test } from 'bun:test'
import { orderOfMoves } from './row-order'

test.each([
  ['a row without a place stays where it is', 'a- b- c-', 'a b c'],
  ['a row waits for the one whose place it takes', 'a:1>2 b:2>3 c:3>4', 'c b a'],
  ['rows that are free keep their order', 'a:1>7 b:2>8', 'a b'],
  ['a circle begins somewhere', 'a:1>2 b:2>1 c:3>9', 'b a c'],
  ['a tail of a circle follows it', 'c:3>1 a:1>2 b:2>1', 'b a c'],
])('%s', (_says, moves, sorted) => {
  const rows = moves.split(' ').map((text) => {
    const [, name, from, to] = /^(.)(?::(.)>(.)|-)$/.exec(text)!
    return { name, ...(from ? { from, to: to! } : {}) }
  })
  expect(
    orderOfMoves(rows)
      .map(({ name }) => name)
      .join(' '),
  ).toBe(sorted)
})
