import { expect, test } from 'bun:test'
import { soak } from '../../../soak/day'

test('during an hour without requests, jobs run on schedule', async () => {
  const lines: string[] = []
  await soak.run(1, (line) => lines.push(line))
  expect(lines.at(-1)).toContain('MB')
}, 60_000)
