import { expect, test } from 'bun:test'
import { soak } from '../../../../soak/chats'

test('every turn of a chat ends correctly, for any behaviour of model and client', async () => {
  const lines: string[] = []
  await soak.run(24, (line) => lines.push(line))
  expect(lines.at(-1)).toContain('MB')
}, 60_000)
