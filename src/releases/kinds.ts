import { bareKey } from './brackets.ts'
import type { Found } from './collect.ts'
import type { Choice } from './select.ts'
import { MANGA_GROUPS, PUBLISHERS } from './vocabulary.ts'

export type Kind = 'comic' | 'manga'

/**
 * Which of the two a name speaks for, when nobody said. Chapter markers, counters and letters of East Asia, a leading [Group] and known
 * groups or publishers of manga make it manga; everything else is a comic.
 */
export function evidenceOfManga(found: Found, { issue }: Choice): boolean {
  const { tokens, annuals } = found
  const chapter =
    issue !== null && (issue.anchor === 'chapter' || issue.anchor === 'long chapter' || issue.anchor === 'unit')
  // "Annual v2c6" is how some collections of comics number their files.
  if (chapter && annuals.length === 0) return true
  if (tokens[0]?.word === '[' && found.brackets[0]?.role === 'unknown' && tokens.length > 1) return true
  return tokens.some((token, at) =>
    token.kind === 'group' ? namesManga(found, at) : token.kind === 'word' && isEastern(token.word),
  )
}

/** Thai, Chinese, Japanese and Korean letters. */
function isEastern(word: string): boolean {
  const code = word.charCodeAt(0)
  return (code >= 0x0e00 && code < 0x0e80) || (code >= 0x3040 && code < 0xd800)
}

function namesManga(found: Found, at: number): boolean {
  const bracket = found.brackets[at]
  if (!bracket) return false
  const name = (bracket.group || bracket.value).split('-')[0]!
  const key = bareKey(name)
  return MANGA_GROUPS.has(key) || (bracket.role === 'publisher' && PUBLISHERS[bareKey(bracket.value)] === true)
}
