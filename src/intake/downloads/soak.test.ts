import { expect, test } from 'bun:test'
import { soak } from '../../../soak/grabs'

test('grabs through a client that fails in every way are all accounted for', async () => {
  const lines: string[] = []
  await soak.run(30, (line) => lines.push(line))
  expect(lines.at(-1)).toContain('memory grew by')
}, 120_000)
