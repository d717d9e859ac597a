import { expect, test } from 'bun:test'
import { soak } from '../../../soak/full-disk'

test('while database and disks are full, every path answers with a sentence, and failed writes with 503', async () => {
  const lines: string[] = []
  await soak.run(1500, (line) => lines.push(line))
  expect(lines.at(-1)).toMatch(/^1,500 requests, \d+ refused with 503$/)
}, 120_000)
