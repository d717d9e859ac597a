import { describe, expect, test } from 'bun:test'
import { plainMarkdown } from './mangadex-records'
import { plainText } from './plain-text'
import { longTextOf, textOf } from './shapes'

const at = (value: unknown) => textOf({ name: value }, 'name')

describe('a line of text', () => {
  test.each([
    [' Harbor\tLights\u0000 \r\n', 'Harbor Lights'],
    ['\u0007', undefined],
    ['Harbor \ud800Lights', 'Harbor \ufffdLights'],
    [1e21, '1e+21'],
    [null, undefined],
  ])('%p is kept as %p', (given, kept) => {
    expect(at(given)).toBe(kept as string)
  })

  test('is no longer than a line may be', () => {
    expect(at('1'.repeat(1_000_000))?.length).toBe(2000)
  })

  test('a text of many lines keeps them, and is bounded as well', () => {
    expect(longTextOf({ text: ' a\n\nb ' }, 'text')).toBe('a\n\nb')
    expect(longTextOf({ text: 'a'.repeat(1_000_000) }, 'text')?.length).toBe(100_000)
  })
})

/** Made so that patterns that look ahead for an end that never comes begin again at each letter. */
describe('hostile text', () => {
  const quick = (read: (text: string) => unknown, text: string) => {
    const begun = performance.now()
    read(text)
    expect(performance.now() - begun).toBeLessThan(1000)
  }

  test.each(['x&#32;', 'x&nbsp;', '<a', '<h2>x</h2><table></table>', '<table>', '&#xd800;'])('of %p', (part) => {
    quick(plainText, part.slice(0, 1) + part.slice(1).repeat(200_000))
  })

  test.each(['[', '![a](', '**a ', '__a ', ' *a', '\n', ' \n ', '\\', '> ', '# '])('of %p in Markdown', (part) => {
    quick(plainMarkdown, part.repeat(500_000))
  })

  test('halves of letters are no text', () => {
    expect(plainText('a&#xd800;b&#55357;c')).toBe('a b c')
  })
})
