import './avatar.css'
import { html } from '../../html'

/** The picture of a user, or the initials on the user's colour. Decoration: the name is beside it. */
export type AvatarProps = { name: string; colour: string; picture: string | null; size?: 'small' | 'large' }

export function Avatar({ name, colour, picture, size }: AvatarProps) {
  if (picture) return html`<img class="avatar" data-size=${size} src=${picture} alt="" />`
  return html`<span class="avatar" data-size=${size} data-colour=${colour} aria-hidden="true">${initialsOf(name)}</span>`
}

/** "Ana Maria Blum" → "AB", "ana" → "A". A letter may be more than one unit of a string, as in other scripts. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toLocaleUpperCase() ?? '').join('')
}
