import { expect, test } from 'bun:test'
import { soak } from '../../../../soak/chats'

test('every turn of a chat ends as it should, whatever model and client do', async () => {
  const lines: string[] = []
  await soak.run(24, (line) => lines.push(line))
  expect(lines.at(-1)).toContain('MB')
}, 60_000)
