import { expect, test } from 'bun:test'
import { soak } from '../../../soak/requests'

test('hostile requests to every path are refused with a sentence and reveal no secret', async () => {
  const lines: string[] = []
  await soak.run(600, (line) => lines.push(line))
  expect(lines.at(-1)).toStartWith('600 requests')
}, 120_000)
