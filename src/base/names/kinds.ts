import { bareKey } from './brackets.ts'
import type { ScannedName } from './candidates.ts'
import { KNOWN_PUBLISHERS, MANGA_GROUPS } from './editions.ts'
import type { NumberChoice } from './select.ts'
import type { Token } from './tokens.ts'

export type NameKind = 'comic' | 'manga'

/**
 * Whether a name is a comic or manga when the caller does not know. Chapter markers, counters and letters of East Asia,
 * a leading [Group] and known groups or publishers of manga make it manga; everything else is a comic.
 */
export function evidenceOfManga(found: ScannedName, { issue }: NumberChoice): boolean {
  const { tokens, annuals } = found
  const chapter =
    issue !== null && (issue.anchor === 'chapter' || issue.anchor === 'long chapter' || issue.anchor === 'unit')
  // "Annual v2c6" is how some collections of comics number their files.
  if (chapter && annuals.length === 0) return true
  if (tokens[0]?.sign === '[' && tokens[0].bracket?.role === 'unknown' && tokens.length > 1) return true
  for (const token of tokens) {
    if (token.kind === 'group' ? namesManga(token) : token.kind === 'word' && isEastern(token.code)) return true
  }
  return false
}

/** Thai, Chinese, Japanese and Korean characters. */
function isEastern(code: number): boolean {
  return (code >= 0x0e00 && code < 0x0e80) || (code >= 0x3040 && code < 0xd800)
}

function namesManga({ bracket }: Token): boolean {
  if (!bracket) return false
  if (bracket.role === 'publisher') return KNOWN_PUBLISHERS.get(bareKey(bracket.value)) === true
  const group = bracket.group || (bracket.role === 'unknown' ? bracket.value : '')
  if (group === '') return false
  const hyphen = group.indexOf('-')
  return MANGA_GROUPS.find(group, 0, hyphen < 0 ? group.length : hyphen) !== 0
}
