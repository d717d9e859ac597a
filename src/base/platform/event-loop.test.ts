import { expect, test } from 'bun:test'
import { mapYielding } from './event-loop'

test('a long list is processed in turns with other work, in order', async () => {
  const seen: (number | 'another task')[] = []
  const work = mapYielding([1, 2, 3, 4, 5], 2, (each, at) => {
    seen.push(each)
    if (at % 2 === 0) setImmediate(() => seen.push('another task'))
    return each * 10
  })
  expect(await work).toEqual([10, 20, 30, 40, 50])
  expect(seen).toEqual([1, 2, 'another task', 3, 4, 'another task', 5])
})
