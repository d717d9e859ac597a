import { expect, test } from 'bun:test'
import { lineOf, linesOf } from './log-lines'

const AT = '2026-11-21T08:00:00.000Z'

test.each([
  [
    `${AT} warn  reading file not read path=/a`,
    { at: AT, level: 'warn', area: 'reading', text: 'file not read path=/a' },
  ],
  [
    `${AT} error llm failed error="TypeError: oops\\n  at x"`,
    { level: 'error', text: 'failed', error: 'TypeError: oops\n  at x' },
  ],
  [`${AT} error llm failed error="a \\"b\\" c"`, { text: 'failed', error: 'a "b" c' }],
  [`${AT} error llm failed error="cut \\u00"`, { text: 'failed', error: 'cut \\u00' }],
  [`${AT} error llm failed error="x" more`, { text: 'failed error="x" more' }],
  ['panic: no line of ours', { at: '', level: '', area: '', text: 'panic: no line of ours' }],
  [`${AT} loud llm failed`, { at: '', text: `${AT} loud llm failed` }],
])('%j is parsed', (line, parts) => {
  expect(lineOf(line)).toMatchObject({ key: line, ...parts })
  if (!('error' in parts)) expect(lineOf(line)).not.toHaveProperty('error')
})

test('equal lines have different keys, which stay the same while the list grows', () => {
  expect(linesOf(['a', 'b', 'a']).map(({ key }) => key)).toEqual(['a 1', 'b 1', 'a 2'])
})
