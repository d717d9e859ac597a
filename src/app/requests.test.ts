import { expect, test } from 'bun:test'
import { soak } from '../../soak/requests'

test('hostile requests to every path are refused with a sentence and reveal no secret', async () => {
  const said: string[] = []
  await soak.run(600, (line) => said.push(line))
  expect(said.at(-1)).toStartWith('600 requests')
}, 120_000)
