import { parse } from 'node:path'
import type { ReadName } from '../../base/names/read-name'
import type { ComicFolder } from './folder-facts'

/** An edition whose content differs from the plain one, as a name states it. */
export interface Edition {
  /** Equal for all spellings of an edition. */
  key: string
  /** As printed, without a bracket. */
  label: string
  /** A folder states the edition. */
  byFolder: boolean
}

const OF_EDITIONS =
  '(?:[ -](?:comics?|edition|[ée]dition|edici[oó]n|edizione|ausgabe|version|versi[oó]n|scans?|ver\\.?))?'
/** Kinds of editions and their words, as whole phrases. */
const EDITIONS: readonly [key: string, pattern: RegExp][] = [
  [
    'color',
    `(?:(?:digital(?:ly)?|official(?:ly)?|full|fan|en|in|a)[ -]?)*(?:colou?r(?:ed|ized|ised|s)?|koloriert|farbig|in farbe|couleurs?|colori|a color|フルカラー版?|カラー版?|彩色版?|全彩版?)`,
  ],
  ['blackandwhite', '(?:b ?& ?w|b\\/w|black (?:&|and) white|noir (?:et|&) blanc|n&b|schwarz-?wei(?:ß|ss))'],
  ['omnibus', '(?:omnibus|compendium|\\d ?-? ?in ?-? ?1)'],
  ['deluxe', '(?:super[ -])?deluxe(?: hardcover| hc)?'],
  ['uncensored', '(?:uncensored|uncut|unrated|explicit)'],
  ['censored', 'censored'],
  [
    'reissue',
    '(?:remastered|kanzenban|wideban|aizouban|bunko(?:ban)?|shinsouban|完全版|新装版|愛蔵版|文庫版|애장판|완전판)',
  ],
].map(([key, words]) => [key!, new RegExp(`^${words}${OF_EDITIONS}$`, 'iu')])

/** Most names contain none of them. */
const ANY =
  /colo[ur]|kolor|farb|couleur|カラー|彩|b ?& ?w|b\/w|black|noir|n&b|schwarz|omnibus|compendium|in ?-? ?1|deluxe|censored|uncut|unrated|explicit|remaster|ban\b|edition|édition|ausgabe| cut|版|판/i

/** These words are also names, or describe how far a series has progressed, unless "Edition" is beside them. */
const NAMED =
  /^(?:the )?((?:special|ultimate|definitive|extended|perfect|complete|collector'?s?|anniversary|master|big|library|absolute|artist'?s|premium|luxury|prestige|signature|treasury|gallery|director'?s|\d+th anniversary)) (?:edition|[ée]dition|ausgabe|cut)$/i

function keyOf(words: string): string | undefined {
  const phrase = words.trim()
  return EDITIONS.find(([, pattern]) => pattern.test(phrase))?.[0] ?? NAMED.exec(phrase)?.[1]?.toLowerCase()
}

/** What a folder below a series folder is for. */
export const saysEdition = (folder: string): boolean => ANY.test(folder) && keyOf(folder) !== undefined

const BRACKETS = /[([]([^()[\]]+)[)\]]/g

/** In brackets, after a dash, or as the folder's whole name. */
function phrasesOf(text: string, isFolder: boolean): string[] {
  const bare = text.replace(BRACKETS, '').trim()
  const behind = bare.lastIndexOf(' - ')
  return [
    ...[...text.matchAll(BRACKETS)].map(([, inner = '']) => inner),
    ...(behind > 0 ? [bare.slice(behind + 3)] : []),
    ...(isFolder && saysEdition(bare) ? [bare] : []),
  ].map((phrase) => phrase.trim())
}

/** The edition that the name of a file states, or one of the two nearest folders. */
export function editionOfFile(
  fileName: string,
  { edition, format }: Pick<ReadName, 'edition' | 'format'>,
  { parts }: Pick<ComicFolder, 'parts'>,
): Edition | undefined {
  for (const [at, text] of [parse(fileName).name, ...parts.slice(-2).toReversed()].entries()) {
    for (const label of ANY.test(text) ? phrasesOf(text, at > 0) : []) {
      const key = keyOf(label)
      if (key !== undefined) return { key, label, byFolder: at > 0 }
    }
    const words = at === 0 ? edition || (BINDINGS.test(format) ? format : '') : ''
    if (words !== '') return { key: keyOf(words) ?? words, label: capitals(words), byFolder: false }
  }
  return undefined
}

/** Books that collect other stories than the same number elsewhere. */
const BINDINGS = /^(?:omnibus|compendium|deluxe|absolute|hc$|hard ?cover)/i
const capitals = (words: string) =>
  words.length < 3 ? words.toUpperCase() : words.replace(/(?<![\p{L}'])\p{L}/gu, (letter) => letter.toUpperCase())
