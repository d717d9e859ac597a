import { bareKey } from '../../../../base/names/brackets'
import { LANGUAGES } from '../../../../base/names/editions'
import { languageWords } from '../../../../base/platform/words'
import type { ParsedRelease } from '../parsed-release'
import type { Rule } from '../rule'
import type { VerdictTarget } from '../wanted'

/** Words for chapters, with their languages. */
const CHAPTERS: readonly (readonly [word: RegExp, languages: readonly string[]])[] = [
  [/\bchapitres?\b/i, ['fr']],
  [/\bcap[ií]tulos?(?![\p{L}\d])/iu, ['es', 'pt', 'gl']],
  [/\bcapitol[oi]\b/i, ['it']],
  [/\bcapítols?(?!\p{L})/iu, ['ca']],
  [/\bkapitel\b/i, ['de', 'sv', 'da', 'no']],
  [/\bhoofdstuk\b/i, ['nl']],
  [/\brozdział\b/i, ['pl']],
  [/\bkapitola\b/i, ['cs', 'sk']],
  [/(?<!\p{L})глав[аы](?!\p{L})/iu, ['ru', 'uk', 'bg', 'sr']],
  [/\bb[öo]l[üu]m\b/i, ['tr']],
  [/\bchương\b/i, ['vi']],
]

/** Words for volumes before their numbers, and counters of volumes and chapters. */
const VOLUMES: readonly (readonly [word: RegExp, languages: readonly string[]])[] = [
  [/\btomes?[ ._]+\d|\d ?à ?T?\d/i, ['fr']],
  [/\btomos?[ ._]+\d/i, ['es', 'it', 'pt']],
  [/\b(?:band|bd\.)[ ._]*\d/i, ['de']],
  [/\bdeel[ ._]+\d/i, ['nl', 'af']],
  [/\bzeszyt[ ._]+\d/i, ['pl']],
  [/(?<!\p{L})тома?[ ._]+\d/iu, ['ru', 'uk', 'bg', 'sr']],
  [/\d ?[巻話]/, ['ja']],
  [/\d ?[卷册冊话]/, ['zh']],
  [/\d ?[권화]/, ['ko']],
]

/** Quick check, as most titles have none. */
const VOLUME = /tom|band|bd|deel|zesz|том|à|[巻卷冊册話话권화]/i

/** "Clouds Tome 06": the unit shows the language, unless the word is in the series name. */
function languagesOfUnit({ unit }: ParsedRelease, target: VerdictTarget, title: string): readonly string[] | undefined {
  const [word, languages] = (VOLUME.test(title) && VOLUMES.find(([each]) => each.test(title))) || []
  if (languages) return isInName(word!, target) ? undefined : languages
  if (target.wanted.kind !== 'manga' || unit !== 'chapter') return undefined
  return CHAPTERS.find(([word]) => word.test(title))?.[1]
}

/** "Lantern: Red Band 002": the name ends in the word, and this is its number. */
const isInName = (word: RegExp, { wanted }: VerdictTarget) =>
  [wanted.series, ...(wanted.aliases ?? [])].some((name) => word.test(`${name} 1`))

/** Publishers and groups that do not publish in English, by the letters of their names. */
const ABROAD = new Map<string, readonly string[]>()
/** Names with another meaning for comics. */
const ABROAD_OF_MANGA = new Map<string, readonly string[]>()
const names = new Set<string>()
for (const [languages, listed, map] of [
  [
    'fr',
    'dargaud,dupuis,delcourt,glénat,glenat,casterman,le lombard,urban comics,ki-oon,kurokawa,bamboo edition',
    ABROAD,
  ],
  ['fr', "ankama,rue de sèvres,les humanoïdes associés,vents d'ouest,semic,editions lug", ABROAD],
  ['fr', 'kana,pika,soleil,doki-doki,meian,nobi nobi,akata,taifu,ototo', ABROAD_OF_MANGA],
  ['de', 'carlsen,carlsen comics,splitter,splitter verlag,reprodukt,ehapa,altraverse,cross cult,bastei', ABROAD],
  ['de', 'avant-verlag,schreiber & leser,carlsen manga', ABROAD],
  ['de', 'egmont manga,kazé deutschland,manga cult', ABROAD_OF_MANGA],
  [
    'es',
    'norma editorial,planeta,planeta cómic,planeta deagostini,ivrea,ecc ediciones,novaro,astiberri,la cúpula',
    ABROAD,
  ],
  ['es', 'ovni press,milky way ediciones,ediciones zinco,comics forum,editorial vid,crg,llsw', ABROAD],
  ['es', 'norma,ecc,kamite,distrito manga,panini manga', ABROAD_OF_MANGA],
  ['it', 'bonelli,sergio bonelli,rw lion,rw edizioni,magic press,saldapress,editoriale corno', ABROAD],
  ['it', 'star comics,j-pop,jpop,planet manga,goen,dynit', ABROAD_OF_MANGA],
  ['pt', 'editora abril,newpop,mythos editora,levoir', ABROAD],
  ['pt', 'jbc,conrad,devir', ABROAD_OF_MANGA],
  ['de,it,es,pt,fr', 'panini,panini comics', ABROAD],
] as const)
  for (const name of listed.split(',')) {
    names.add(name)
    map.set(bareKey(name), languages.split(','))
  }

const spelledOf = (name: string) => name.split(/[^\p{L}\p{N}]+/u).join("[ ._'’&-]*")
const PUBLISHER = new RegExp(
  `[([{](${[...names].map(spelledOf).join('|')})(?:,?[ ._](?:19|20)\\d\\d(?:[ ._-]\\d\\d?)?)?[)\\]}]`,
  'iu',
)

/** "El faro negro", "Les nuits blanches": names that begin with an article of another language, with several words. */
const TITLES: readonly (readonly [words: RegExp, languages: readonly string[]])[] = [
  [/^(?:el|los|las) \p{L}+ \p{L}+/iu, ['es']],
  [/^(?:les?|une|l['’]\p{L}+) \p{L}+ \p{L}+/iu, ['fr']],
  [/^(?:der|das) \p{L}+ \p{L}+/iu, ['de']],
  [/^(?:il|gli) \p{L}+ \p{L}+/iu, ['it']],
]
/** English releases state their year and how they were made. */
const ENGLISH = /\bdigital\b|\b(?:19|20)\d\d\b/i

/** "Lantern 01 - El faro negro": the title after the number shows the language. */
function languagesOfTitle({ title: behind }: ParsedRelease, title: string): readonly string[] | undefined {
  if (behind === '' || ENGLISH.test(title)) return undefined
  return TITLES.find(([words]) => words.test(behind))?.[1]
}

/** "Lantern 07 (Northgate Verlag)": an edition for another country, unless the series comes from there. */
function languagesOfPublisher({ wanted }: VerdictTarget, title: string): readonly string[] | undefined {
  const name = PUBLISHER.exec(title)?.[1]
  if (name === undefined) return undefined
  const key = bareKey(name)
  const own = bareKey(wanted.publisher ?? '')
  if (own !== '' && (own.startsWith(key) || key.startsWith(own))) return undefined
  return ABROAD.get(key) ?? (wanted.kind === 'manga' ? ABROAD_OF_MANGA.get(key) : undefined)
}

export const languageRule: Rule = ({ reading, target, release }) => {
  const wanted = target.languages.length > 0 ? target.languages : [(target.wanted.language ?? 'en').toLowerCase()]
  const found = reading.language || besideName(release.title) || behindNumber(reading)
  if (found === '') {
    const languages =
      languagesOfUnit(reading, target, release.title) ??
      languagesOfPublisher(target, release.title) ??
      languagesOfTitle(reading, release.title)
    if (!languages || languages.some((each) => wanted.includes(each))) return undefined
    return { code: 'rejected.language_mismatch', message: `Wrong language: ${languageWords(languages[0]!)}` }
  }
  if (wanted.includes(found)) return undefined
  const raw = found === 'raw'
  if (raw && wanted.includes('ja')) return undefined
  return {
    code: 'rejected.language_mismatch',
    message: raw ? 'Not translated' : `Wrong language: ${languageWords(found)}`,
  }
}

/** "Lantern 007 esp": in lower case, and the only text after the number. Two-letter codes are often words. */
function behindNumber({ title }: ParsedRelease): string {
  const language = title.length < 3 ? undefined : LANGUAGES.get(title.toLowerCase())
  return language === undefined || language === 'raw' ? '' : language
}

const QUOTED = /"[^"]+"/
/** Codes in capitals, or names: "[FRENCH]", "(German)". */
const TAG = /[[(](\p{Lu}{3,}|\p{Lu}\p{Ll}{4,})[\])]/gu

/** '[FRENCH] "Lantern 007.cbz" yEnc': posts state the language outside of the file name. */
function besideName(title: string): string {
  if (!title.includes('"')) return ''
  for (const [, word] of title.replace(QUOTED, ' ').matchAll(TAG)) {
    const language = LANGUAGES.get(word!.toLowerCase())
    if (language !== undefined) return language
  }
  return ''
}
