import type { Token } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** Words allowed beside the edition's own; with any other word the bracket is a group: "[Deluxe Scans]". */
const BESIDE_EDITIONS = new Set(
  'official fan full fully digital digitally edition editions édition edición edição edizione ausgabe version versión manga comic comics the in a em hq hd retail'.split(
    ' ',
  ),
)

/** These are also words of titles and groups, unless "Edition" is beside them. */
const OF_EDITIONS = new Set('perfect master ultimate definitive collector collectors prestige anniversary'.split(' '))
const EDITION = /^[eé]di(?:tion|ción|cion|ção|zione)$|^ausgabe$/

/** `color`, or the lower-case word for the edition: deluxe, kanzenban. Empty when there is none. */
export function editionInTokens(words: readonly Token[]): string {
  let edition = ''
  let named = false
  for (const { kind, word, traits } of words) {
    if (kind === 'mark') continue
    if (kind !== 'word') return ''
    if (traits & Trait.edition) edition ||= isColor(word) ? 'color' : word.replace(/['’]s$/, '')
    else if (!BESIDE_EDITIONS.has(word)) return ''
    if (EDITION.test(word)) named = true
  }
  return OF_EDITIONS.has(edition) && !named ? '' : edition
}

const COLORS = new Set(
  'color colors colored colorized colour colours coloured colourised couleur couleurs colori farbe farbig cores フルカラー フルカラー版 カラー カラー版 컬러 컬러판 彩色 彩色版 全彩 全彩版'.split(
    ' ',
  ),
)

function isColor(word: string): boolean {
  return COLORS.has(word)
}
