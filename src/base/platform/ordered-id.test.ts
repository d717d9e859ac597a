import { expect, test } from 'bun:test'
import { orderedId } from './ordered-id'
import { systemRandom } from './random'

const AT = '2026-11-21T08:00:00.000Z'

test('ids of rows sort by the moment of their rows', () => {
  const moments = ['1970-01-01T00:00:00.000Z', '2001-09-09T01:46:39.999Z', AT, '2026-11-21T08:00:00.001Z', '9999-12-31T23:59:59.999Z'] // biome-ignore format: one row
  const ids = moments.map((at) => orderedId(systemRandom, at))
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
})

test('ids of one moment differ', () => {
  expect(new Set(Array.from({ length: 1000 }, () => orderedId(systemRandom, AT))).size).toBe(1000)
})
