import { expect, test } from 'bun:test'
import { soak } from '../../../soak/turns'

test('every turn ends properly, whatever the model does', async () => {
  const lines: string[] = []
  await soak.run(40, (line) => lines.push(line))
  expect(lines.at(-1)).toContain('MB')
}, 60_000)
