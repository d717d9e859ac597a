import { expect, test } from 'bun:test'
import { positionsFor } from './positions'

test.each([
  [[{}, {}], [], [0, 1]],
  [
    [{}, {}],
    [0, 3],
    [4, 5],
  ],
  [[{ position: 5 }, { position: 2 }], [3], [2, 5]],
  [[{ position: 5 }, {}, {}], [3], [5, 6, 7]],
  [[{ position: 1 }, { order: 0 }], [2], [1, 0]],
  [[{ position: 1, order: 7 }, { position: 4 }], [], [7, 4]],
])('the list %j beside others at %j gets the positions %j', (list, others, places) => {
  expect(positionsFor(list, others)).toEqual(places)
})
