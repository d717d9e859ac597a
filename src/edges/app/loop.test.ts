import { expect, test } from 'bun:test'
import { soak } from '../../../soak/loop'

test('the event loop stays free while a list without pages is sent', async () => {
  const lines: string[] = []
  await soak.run(100, (line) => lines.push(line))
  expect(lines.length).toBeGreaterThan(0)
}, 120_000)
