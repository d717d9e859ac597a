import { expect, test } from 'bun:test'
import { mapInTurns } from './event-loop'

test('a long list is worked through in turns with everybody else, in its order', async () => {
  const seen: (number | 'somebody else')[] = []
  const work = mapInTurns([1, 2, 3, 4, 5], 2, (each, at) => {
    seen.push(each)
    if (at % 2 === 0) setImmediate(() => seen.push('somebody else'))
    return each * 10
  })
  expect(await work).toEqual([10, 20, 30, 40, 50])
  expect(seen).toEqual([1, 2, 'somebody else', 3, 4, 'somebody else', 5])
})
