import type { Token } from './tokens.ts'

/**
 * A barcode without its separators. Longer numbers than these are not issue numbers either: "Lantern_vol1_1398374447".
 */
const SHORTEST = 10
const ISBN = 13

/**
 * The token after an identifier that starts at `at`, or `at` when there is none: an ISBN, with or without hyphens, or
 * more digits than any issue number has.
 */
export function identifierEnd(tokens: readonly Token[], at: number): number {
  const first = tokens[at]!
  if (first.length >= SHORTEST) return first.isPlain ? at + 1 : at
  if (first.length !== 3 || (first.value !== 978 && first.value !== 979)) return at
  let digits = first.length
  let end = at + 1
  while (tokens[end]?.sign === '-' && tokens[end + 1]?.kind === 'number' && !tokens[end + 1]!.gap && digits < ISBN) {
    digits += tokens[end + 1]!.length
    end += 2
  }
  return digits === ISBN ? end : at
}
