import { describe, expect, test } from 'bun:test'
import { JsonScan } from './json-scan'

/** The extent when the text arrives in pieces of this size, up to the first verdict. */
function extentOf(text: string, size: number) {
  const scan = new JsonScan()
  for (let at = size; at < text.length; at += size) {
    const extent = scan.next(text.slice(0, at))
    if (extent.state !== 'open') return extent
  }
  return scan.next(text)
}

describe('the end of a JSON value', () => {
  test.each<[text: string, length: number | 'open' | 'never']>([
    ['{"a": 1} and more', 8],
    ['[{"a": 1}, {"b": 2}] and', 20],
    [' \n{ "a": {"b": [1, 2]} }', 24],
    ['\r\n\t{"a": 1}x', 11],
    ['{"a": "} \\" }"}x', 15],
    ['{"a": "\\\\"}x', 11],
    ['{"a": "', 'open'],
    ['[ {', 'open'],
    ['{', 'open'],
    ['', 'open'],
    ['{}', 'never'],
    ['[]', 'never'],
    ['[1]', 'never'],
    ['{a: 1}', 'never'],
    ['"text"', 'never'],
    ['x{"a": 1}', 'never'],
    ['[["a"]]', 'never'],
  ])('%j', (text, length) => {
    for (const size of [1, 2, 3, 7, 100]) {
      const extent = extentOf(text, size)
      expect(extent.state === 'whole' ? extent.length : extent.state).toBe(length)
    }
  })
})
