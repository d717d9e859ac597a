import { legacy, type Refusal } from '../refusal'
import { normalizedLogin } from './login-spellings'

const LEAST_PASSWORD = 8
const MOST_NAME = 60

/** Equal for names that count as the same. */
export const nameKeyOf = (name: string): string => normalizedLogin(name.trim()).toLowerCase().normalize('NFC')

/** Throws Refusal 'invalid' for a name that HTTP Basic or config.ini cannot carry. */
export function checkedName(name: string | undefined): string {
  const trimmed = normalizedLogin(name?.trim() ?? '')
  if (trimmed === '') throw refused('A name for the login is missing.')
  // A name with a colon does not fit into HTTP Basic, and a line break does not fit into config.ini.
  if (/[:\p{Cc}]/u.test(trimmed)) throw refused('A name cannot hold a colon or control characters.')
  return trimmed
}

export function checkedUserName(name: string): string {
  const checked = checkedName(name)
  if (checked.length > MOST_NAME) throw refused(`A name has at most ${MOST_NAME} characters.`)
  return checked
}

/** `name` with what a name cannot hold replaced or cut off. */
export function usableUserName(name: string): string {
  const plain = normalizedLogin(name.replace(/[:\p{Cc}]+/gu, '_').trim())
  return cutToName(plain) || 'User'
}

/** At most as long as a name may be; no character is cut in half. */
export function cutToName(text: string, ending = ''): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length + ending.length > MOST_NAME) break
    kept += character
  }
  return kept.trim() + ending
}

export function checkedPassword(sent: string | undefined): string {
  if (!sent) throw refused('A password is missing.')
  const password = normalizedLogin(sent)
  if (password.length < LEAST_PASSWORD) throw refused(`The password needs at least ${LEAST_PASSWORD} characters.`)
  return password
}

export function refused(sentence: string, kind: 'invalid' | 'unauthenticated' = 'invalid'): Refusal {
  return legacy(kind, sentence)
}
