import { expect, test } from 'bun:test'
import { STORMS } from '../../../soak/mangled-names'
import { isSlow, soak } from '../../../soak/name-parsing'

test('20,000 mangled and invented names are read as specified', async () => {
  await soak.run(20_000, () => {})
}, 60_000)

test('names of 100,000 characters are read quickly', () => {
  const slow = STORMS.map((unit) => unit.repeat(100_000 / unit.length)).filter(isSlow)
  expect(slow).toEqual([])
}, 60_000)
