import { expect, test } from 'bun:test'
import { soak } from '../../soak/day'

test('during an hour without requests, jobs run on schedule', async () => {
  const said: string[] = []
  await soak.run(1, (line) => said.push(line))
  expect(said.at(-1)).toContain('MB')
}, 60_000)
