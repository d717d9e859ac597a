import { expect, test } from 'bun:test'
import { soak } from '../../soak/grabs'

test('grabs through a client that fails in every way are all accounted for', async () => {
  const said: string[] = []
  await soak.run(30, (line) => said.push(line))
  expect(said.at(-1)).toContain('memory grew by')
}, 120_000)
