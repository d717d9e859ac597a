import { expect, test } from 'bun:test'
import { conversationOf } from './history'

const TODAY = '2026-11-24'
type Rows = Parameters<typeof conversationOf>[0]
const said = (role: 'user' | 'assistant', content: string, rows?: number): Rows[number] => ({
  role,
  content,
  results:
    rows === undefined
      ? []
      : [{ pattern_id: 'gaps', data: Array.from({ length: rows }, (_, at) => ({ ComicName: `Series ${at}` })) }],
})
const conversation = (rows: Rows, images: Uint8Array[] = []) => conversationOf(rows, images, TODAY)
const contents = (rows: Rows) =>
  conversation(rows)
    .slice(1)
    .map(({ content }) => content)

test('a conversation begins with the rules and the day', () => {
  expect(conversation([])).toEqual([
    { role: 'system', content: expect.stringMatching(/^You are the assistant[\s\S]*Today is 2026-11-24\.$/) },
  ])
  expect(conversation([said('user', 'Gaps?')]).map(({ role }) => role)).toEqual(['system', 'user'])
})

test('the last twenty messages are sent', () => {
  const rows = Array.from({ length: 25 }, (_, at) => said(at % 2 === 0 ? 'user' : 'assistant', `m${at}`))
  expect(contents(rows)).toEqual(Array.from({ length: 20 }, (_, at) => `m${at + 5}`))
})

test('the last messages are sent up to 6000 tokens together, and the question always', () => {
  // Each of these characters is one token, and no message has more than a thousand characters.
  const messages = (count: number, tokens: number) =>
    Array.from({ length: count }, () => said('user', '漢'.repeat(tokens)))
  expect(contents([said('user', 'oldest'), ...messages(8, 1000)])).toHaveLength(7)
  expect(contents([said('user', 'oldest'), ...messages(6, 999), said('user', 'x')])).toHaveLength(8)
})

test('only the latest rows are sent, as a call and its result, at most thirty of them', () => {
  const rows = [
    said('user', 'a'),
    said('assistant', 'b', 2),
    said('user', 'c'),
    said('assistant', 'd', 31),
    said('user', 'e'),
  ]
  const messages = conversation(rows).slice(1)
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ])
  expect(messages[3]).toEqual({
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'earlier_0', name: 'gaps', arguments: {} }],
  })
  expect(messages[4]).toMatchObject({ role: 'tool', toolCallId: 'earlier_0', name: 'gaps' })
  expect(String(messages[4]!.content)).toContain('Series 29')
  expect(String(messages[4]!.content)).not.toContain('Series 30')
})

test('an answer without text is left out, a question without text was an image', () => {
  expect(contents([said('user', ''), said('assistant', ''), said('user', 'And?')])).toEqual(['(an image)', 'And?'])
})

test('the images of the question are sent with its text, or with a question of ours', () => {
  const image = new Uint8Array([1])
  const part = { type: 'image', mediaType: 'image/webp', bytes: image }
  const asked = (content: string) => conversation([said('user', content)], [image, image]).at(-1)!.content
  expect(asked('Who is it?')).toEqual([{ type: 'text', text: 'Who is it?' }, part, part] as never)
  expect(asked('')).toEqual([{ type: 'text', text: 'What is in this image?' }, part, part] as never)
})
