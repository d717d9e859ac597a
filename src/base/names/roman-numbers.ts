const VALUES: Record<string, number> = { i: 1, v: 5, x: 10, l: 50 }
const ROMAN = /^(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/

/** "xxx", "lix": up to 89, in lower case; undefined for other words. */
export function readRoman(word: string): string | undefined {
  if (word.length > 8 || !ROMAN.test(word)) return undefined
  let sum = 0
  for (let at = 0; at < word.length; at++) {
    const value = VALUES[word[at]!]!
    sum += value < (VALUES[word[at + 1]!] ?? 0) ? -value : value
  }
  return String(sum)
}
