import { describe, expect, test } from 'bun:test'
import { filledWith, quickestMs, worksInProportion } from '../../testing/harness/linear-work'
import { ReplyText } from './reply-text'

const TOOLS = new Set(['search_series', 'series_with_gaps'])
const CALL = '{"pattern_id": "search_series", "parameters": {"name": "Saga"}}'
const SAGA = { name: 'search_series', arguments: '{"name":"Saga"}' }

/** The reply in pieces of every size. */
function readings(text: string, tools = TOOLS) {
  return [1, 2, 3, 5, 8, 13, text.length || 1].map((size) => {
    const reader = new ReplyText(tools)
    let shown = ''
    for (let at = 0; at < text.length; at += size) shown += reader.push(text.slice(at, at + size))
    shown += reader.end()
    return { shown: shown.trim(), text: reader.visible.trim(), calls: reader.calls }
  })
}

const CASES: [what: string, written: string, text: string, calls: object[]][] = [
  ['a call alone', CALL, '', [SAGA]],
  ['a call over several lines', JSON.stringify(JSON.parse(CALL), null, 2), '', [SAGA]],
  ['a call after an empty line', `\n\n  ${CALL}\n`, '', [SAGA]],
  ['a call and text', `${CALL}\nI will look.`, 'I will look.', [SAGA]],
  ['text and a call', `I will look.\n${CALL}`, 'I will look.', [SAGA]],
  ['two calls', `${CALL}\n${CALL}`, '', [SAGA, SAGA]],
  ['a list of calls', `[${CALL}, ${CALL}]`, '', [SAGA, SAGA]],
  ['a call in a fence', `\`\`\`json\n${CALL}\n\`\`\``, '', [SAGA]],
  ['a call in a bare fence', `\`\`\`\n${CALL}\n\`\`\`\nDone.`, 'Done.', [SAGA]],
  ['name and arguments', '{"name":"search_series","arguments":{"name":"Saga"}}', '', [SAGA]],
  ['arguments as text', '{"name":"search_series","arguments":"{\\"name\\":\\"Saga\\"}"}', '', [SAGA]],
  [
    'a function object',
    '{"type":"function","function":{"name":"search_series","parameters":{"name":"Saga"}}}',
    '',
    [SAGA],
  ],
  [
    'braces in a text',
    '{"name":"search_series","arguments":{"name":"a } \\" { b"}}',
    '',
    [{ name: 'search_series', arguments: '{"name":"a } \\" { b"}' }],
  ],
  ['a tag', `<tool_call>\n${CALL}\n</tool_call>`, '', [SAGA]],
  ['a tag that stays open', `<tool_call>${CALL}`, '', [SAGA]],
  ['thinking before a call', `<think>Maybe ${CALL}?</think>\n${CALL}`, '', [SAGA]],
  ['thinking that stays open', `<think>Maybe\n${CALL}`, '', []],
  ['a call on a line of thinking', `<think>\n${CALL}\n</think>Three.`, 'Three.', []],
  [
    'no call: an unknown tool',
    '{"pattern_id":"drop_table","parameters":{}}',
    '{"pattern_id":"drop_table","parameters":{}}',
    [],
  ],
  ['no call: a known and an unknown tool', `[${CALL},{"name":"drop_table"}]`, `[${CALL},{"name":"drop_table"}]`, []],
  ['no call: other JSON', '{"answer": 3}\nThat is all.', '{"answer": 3}\nThat is all.', []],
  ['no call: JSON that stays open', '{"pattern_id": "search', '{"pattern_id": "search', []],
  ['no call: in a sentence', `Write ${CALL} to search.`, `Write ${CALL} to search.`, []],
  ['no call: a set in braces', '{a, b} are two.', '{a, b} are two.', []],
  ['no call: a list in brackets', '[1] Saga\n[2] Bone', '[1] Saga\n[2] Bone', []],
  ['no call: code', '```js\nconst a = {}\n```\nEnd', '```js\nconst a = {}\n```\nEnd', []],
  ['no call: less than', '1 < 2 and <b>bold</b> and [x]', '1 < 2 and <b>bold</b> and [x]', []],
  ['no call: half a mark', 'The mark <thin', 'The mark <thin', []],
  ['no call: half a request', 'Look: [TOOL_REQ', 'Look: [TOOL_REQ', []],
  ['no call: inline code', '`x` is a letter', '`x` is a letter', []],
  ['an empty reply', '', '', []],
]

describe('the output of a model', () => {
  test.each(CASES)('%s', (_what, written, text, calls) => {
    for (const reading of readings(written)) {
      expect(reading.calls).toEqual(calls as never)
      expect(reading.text).toBe(text)
      expect(reading.shown).toBe(text)
    }
  })

  test('without tools nothing is a call, and thinking is still left out', () => {
    for (const reading of readings(`<think>Hm</think>${CALL}`, new Set())) {
      expect(reading).toEqual({ shown: CALL, text: CALL, calls: [] })
    }
  })

  test.each(['think', 'thinking'])('an end of %s without a beginning drops everything before it', (mark) => {
    for (const { text } of readings(`The user wants gaps.</${mark}>Three.`)) expect(text).toBe('Three.')
    for (const { text, calls } of readings(`It is ${CALL}.</${mark}>${CALL}`))
      expect([text, calls]).toEqual(['', [SAGA]])
  })

  test('other marks drop nothing', () => {
    for (const { text } of readings('First. [TOOL_REQUEST] is a mark', new Set())) expect(text).toContain('First.')
  })

  test('text is shown as it arrives, and only the possible beginning of a mark is held back', () => {
    const reader = new ReplyText(TOOLS)
    expect(reader.push('Three <')).toBe('Three ')
    expect(reader.push('b> series')).toBe('<b> series')
    expect(reader.push('. [TOOL')).toBe('. ')
    expect(reader.push(' box]')).toBe('[TOOL box]')
  })

  test('a brace without an end is held no longer than 64 KB', () => {
    const reader = new ReplyText(TOOLS)
    let shown = ''
    for (let at = 0; at < 70; at++) shown += reader.push(at === 0 ? '{"a": "' : 'x'.repeat(1024))
    expect(shown.length).toBeGreaterThan(64 * 1024)
  })

  describe('takes time in proportion to its length', () => {
    const read = (text: string, size: number) => {
      const reader = new ReplyText(TOOLS)
      for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size))
      reader.end()
    }

    test.each([
      '{"\n',
      '{',
      '[',
      '`',
      '<',
      '{"',
      '[{',
      '<think>',
      '<think></think>',
      '<tool_call>{"a":1}</tool_call>',
      '\n{',
      '\n',
      ' ',
      '```\n',
      '```json\n{"\n',
      '{}\n',
      '\\"',
      '</tool_call>',
    ])('for %j repeatedly', (piece) => {
      for (const size of [Number.POSITIVE_INFINITY, 8]) {
        const isLinear = worksInProportion((length) => read(filledWith(piece, length), size), { quarter: 40_000 })
        expect([size, isLinear]).toEqual([size, true])
      }
    })

    test('also for a fence with nothing but spaces', () => {
      const spaces = (count: number) => `\`\`\`json\n{"a": 1}${' '.repeat(count)}x\`\`\``
      expect(quickestMs(() => read(spaces(60_000), Number.POSITIVE_INFINITY))).toBeLessThan(100)
      // What is held is read again with each piece; the limit of 64 KB bounds that.
      expect(quickestMs(() => read(spaces(60_000), 16))).toBeLessThan(3000)
    })
  })

  test('a call is found after a few that never end, and not after many', () => {
    const found = (open: number) => {
      const reader = new ReplyText(TOOLS)
      reader.push(`${'{"\n'.repeat(open)}${CALL}`)
      reader.end()
      return reader.calls
    }
    expect(found(3)).toEqual([SAGA])
    expect(found(50)).toEqual([])
  })
})
