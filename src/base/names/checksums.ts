import { type Token, textBetween } from './tokens.ts'

/** Lengths of digests in names from downloaders: shortened, CRC-32, MD5, SHA-1. */
const LENGTHS = new Set([6, 8, 32, 40])
const HEX = /^[\da-f]+$/i
const MIXED = /\d[a-f]+\d|[a-f]\d+[a-f]/i

/**
 * The token after a checksum that starts at `at`, or `at` when there is none. Letters and digits have to alternate:
 * "c12" is a chapter.
 */
export function hashEnd(tokens: readonly Token[], at: number): number {
  let end = at
  let length = 0
  while (end < tokens.length && (end === at || !tokens[end]!.gap) && isPiece(tokens[end]!))
    length += tokens[end++]!.length
  const touches = end < tokens.length && !tokens[end]!.gap && tokens[end]!.kind === 'mark'
  if (touches || !LENGTHS.has(length)) return at
  const text = textBetween(tokens, at, end)
  return HEX.test(text) && MIXED.test(text) ? end : at
}

/** "[C0045813]": a CRC-32 as anime groups write it, even when it starts like a chapter. */
export function isChecksum(text: string): boolean {
  return text.length === 8 && HEX.test(text) && /\d/.test(text) && /[a-f]/i.test(text)
}

function isPiece({ kind, length }: Token): boolean {
  return (kind === 'word' || kind === 'number') && length <= 40
}
