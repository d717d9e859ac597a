import { WordTable } from './word-table.ts'

/**
 * What single words mean in a file name. One lookup gives all the traits of a word as bits, so the reader asks questions of a token
 * (`token.traits & Trait.volume`) and never compares texts.
 */
export const Trait = {
  /** Stands before the number of a volume: vol, tome, band, том. */
  volume: 1,
  /** Stands before the number of a chapter: ch, episode, глава. */
  chapter: 2,
  /** Stands before the number of an issue and settles it: issue, prog. */
  issue: 4,
  /** Stands before a number that may also belong to a title: no, nr. */
  numero: 8,
  part: 16,
  of: 32,
  annual: 64,
  special: 128,
  /** Book type that is part of the name of the edition: omnibus, compendium. */
  format: 256,
  tag: 512,
  month: 1024,
  /** Measures and ordinals behind a number that make it no issue: pages, px, th. */
  unit: 2048,
  season: 4096,
  /** One letter; a marker only with the digits glued to it: v3, c12, T4. */
  glued: 8192,
  /** Letters known to follow an issue number: AU, INH, NOW. */
  suffix: 16384,
  /** A marker that titles also use: book, episode. A plainer marker of the same class wins over it. */
  weak: 32768,
  cover: 65536,
  version: 131072,
  /** What stands in for the number of a volume that is not known yet: tbd. */
  unknown: 262144,
  /** Also read when it stands behind its number: 2 глава. */
  behind: 524288,
  /** The whole series is in it. */
  complete: 1048576,
  language: 2097152,
  publisher: 4194304,
  /** Sites and boards that sign names. */
  site: 8388608,
  /** In front of an id: cvid-145600. */
  id: 16777216,
  ordinal: 33554432,
  /** Makes a bracket a remark about the file: password protected, also known as, [cbr]. */
  remark: 67108864,
} as const

const table = new WordTable()

function words(traits: number, list: string): void {
  for (const word of list.split(' ')) table.add(word, traits)
}

words(Trait.volume | Trait.glued, 'v t')
words(Trait.volume, 'vol vols volume volumes volumen volumi')
words(Trait.volume | Trait.weak, 'book books tome tomes tomo tomos band bd deel boek livre libro cilt tập jilid osa')
words(Trait.volume | Trait.behind, 'том тома томы томов')
words(Trait.volume, 'เล่ม เล่มที่')
words(Trait.chapter | Trait.glued, 'c')
words(Trait.chapter, 'ch chs chp chap chaps')
words(Trait.chapter | Trait.weak, 'chapter chapters episode episodes ep eps')
words(Trait.chapter | Trait.weak, 'chapitre chapitres kapitel hoofdstuk capitolo capítulo capitulo bölüm bolum chương')
words(Trait.chapter | Trait.behind, 'глава главы глав')
words(Trait.chapter, 'ตอน ตอนที่ บท บทที่')
words(Trait.issue, 'issue issues iss prog progs выпуск heft numéro numero número')
words(Trait.numero, 'no nr nos nº num')
words(Trait.part, 'part parts pt partie teil')
words(Trait.of, 'of de von')
words(Trait.season, 'season saison staffel сезон temporada')
words(Trait.annual, 'annual annuals biannual')
words(Trait.special, 'special specials one-shot oneshot omake extra extras fcbd sampler preview artbook sp')
words(
  Trait.tag,
  'digital webrip web webp rip hybrid retail scan scans scanlation scanlations c2c ctc noads fixed repaired proper repack hd hq lq hi-res ' +
    'upscaled mag colored colorized uncensored comic ebook internal int rescan restored raw raws ongoing',
)
words(Trait.cover, 'cover covers variant variants')
words(Trait.version, 'ver version rev')
words(Trait.unknown, 'tbd tba tbc')
words(Trait.complete, 'complete')
words(Trait.site, 'getcomics www kickass')
words(Trait.id, 'cv cvid cvdb comicvine asin')
words(Trait.ordinal, 'st nd rd th')
words(Trait.remark, 'password passworded protected also aka torrent cbz cbr cb7 pdf epub')
words(
  Trait.month,
  'january february march april may june july august september october november december ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter',
)
words(
  Trait.unit,
  'p pp pg pgs page pages px dpi kb mb gb kib mib gib k d st nd rd th ste er e bit bits color colour percent covers years',
)
words(Trait.suffix, 'au ai inh now bey mu hu lr hs deaths alpha omega')

/** Traits of the word in `text` from `start` to `end`, in any case; 0 for a word without any. */
export function traitsOf(text: string, start = 0, end = text.length): number {
  return table.find(text, start, end)
}

const COUNTERS: Record<string, number> = {
  巻: Trait.volume,
  卷: Trait.volume,
  册: Trait.volume,
  冊: Trait.volume,
  권: Trait.volume,
  集: Trait.volume,
  話: Trait.chapter,
  话: Trait.chapter,
  章: Trait.chapter,
  回: Trait.chapter,
  화: Trait.chapter,
  회: Trait.chapter,
  장: Trait.chapter,
}

const counters = new Map(Object.entries(COUNTERS).map(([sign, trait]) => [sign.charCodeAt(0), trait]))

/** Whether the character counts volumes or chapters when it touches a number, on either side (第3巻, 卷5, 106화); else 0. */
export function counterOf(code: number): number {
  return code < 0x3000 ? 0 : (counters.get(code) ?? 0)
}

/** Words glued to the end of another word in scripts without blanks; longest first. */
export const GLUED_ENDINGS: [string, number][] = [
  ['시즌', Trait.season],
  ['เล่มที่', Trait.volume],
  ['เล่ม', Trait.volume],
  ['ตอนที่', Trait.chapter],
  ['บทที่', Trait.chapter],
]

/** Numbers in words, read only behind vol or volume. */
export const NUMBER_WORDS: Record<string, string> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  v: '5',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  x: '10',
  xi: '11',
  xii: '12',
}

/** Languages a tag can name, by ISO 639-1 code. `raw` is the language of the original, whatever that is. */
export const LANGUAGES: Record<string, string> = {
  en: 'en',
  eng: 'en',
  english: 'en',
  gb: 'en',
  fr: 'fr',
  fre: 'fr',
  fra: 'fr',
  french: 'fr',
  français: 'fr',
  francais: 'fr',
  vf: 'fr',
  vostfr: 'fr',
  de: 'de',
  ger: 'de',
  deu: 'de',
  german: 'de',
  deutsch: 'de',
  es: 'es',
  esp: 'es',
  spa: 'es',
  spanish: 'es',
  español: 'es',
  espanol: 'es',
  castellano: 'es',
  it: 'it',
  ita: 'it',
  italian: 'it',
  italiano: 'it',
  pt: 'pt',
  'pt-br': 'pt',
  por: 'pt',
  portuguese: 'pt',
  português: 'pt',
  portugues: 'pt',
  brazilian: 'pt',
  nl: 'nl',
  dut: 'nl',
  dutch: 'nl',
  nederlands: 'nl',
  pl: 'pl',
  pol: 'pl',
  polish: 'pl',
  polski: 'pl',
  ru: 'ru',
  rus: 'ru',
  russian: 'ru',
  русский: 'ru',
  tr: 'tr',
  turkish: 'tr',
  sv: 'sv',
  swedish: 'sv',
  da: 'da',
  danish: 'da',
  no: 'no',
  norwegian: 'no',
  fi: 'fi',
  finnish: 'fi',
  cs: 'cs',
  czech: 'cs',
  hu: 'hu',
  hungarian: 'hu',
  greek: 'el',
  arabic: 'ar',
  jp: 'ja',
  ja: 'ja',
  jap: 'ja',
  jpn: 'ja',
  japanese: 'ja',
  kr: 'ko',
  ko: 'ko',
  kor: 'ko',
  korean: 'ko',
  cn: 'zh',
  zh: 'zh',
  chi: 'zh',
  chinese: 'zh',
  thai: 'th',
  vietnamese: 'vi',
  indonesian: 'id',
  raw: 'raw',
}

for (const word of Object.keys(LANGUAGES)) words(Trait.language, word)

/** Publishers as whole brackets or before " - ", by lower-case letters and digits. True marks publishers of manga. */
export const PUBLISHERS = new Map<string, boolean>()

const COMIC_PUBLISHERS =
  'dc,dc comics,marvel,marvel comics,image,image comics,idw,dark horse,dark horse comics,boom,boom studios,dynamite,valiant,vertigo,wildstorm,oni,oni press,fantagraphics,aftershock,archie comics,titan,titan comics,rebellion'
const MANGA_PUBLISHERS =
  'viz,viz media,kodansha,kodansha comics,yen press,seven seas,tokyopop,del rey,vertical,shueisha,square enix,ghost ship,denpa,mangaplus,manga plus'

for (const [list, manga] of [
  [COMIC_PUBLISHERS, false],
  [MANGA_PUBLISHERS, true],
] as const) {
  for (const name of list.split(',')) {
    words(Trait.publisher, name.split(' ')[0]!)
    PUBLISHERS.set(name.replaceAll(' ', ''), manga)
  }
}

/** Groups that release manga, by lower-case letters and digits; a family name counts in front of a hyphen too (danke-Empire). */
export const MANGA_GROUPS = new Set([
  'danke',
  'lucaz',
  '1r0n',
  'stick',
  'shizu',
  'oak',
  'anadius',
  'nicedragon',
  'kgmanga',
])

export interface BookType {
  words: string[]
  format: string
  /** The words leave the name of the series. */
  strip: boolean
}

/** Book types and how each is called, longest first among those with one first word. */
const BOOK_TYPES: BookType[] = [
  { words: ['trade', 'paper', 'back'], format: 'tpb', strip: true },
  { words: ['trade', 'paperback'], format: 'tpb', strip: true },
  { words: ['hard', 'cover'], format: 'hc', strip: true },
  { words: ['graphic', 'novel'], format: 'gn', strip: true },
  { words: ['one', 'shot'], format: 'one-shot', strip: true },
  { words: ['epic', 'collection'], format: 'epic collection', strip: false },
  { words: ['deluxe', 'edition'], format: 'deluxe edition', strip: false },
  { words: ['absolute', 'edition'], format: 'absolute edition', strip: false },
  { words: ['library', 'edition'], format: 'library edition', strip: false },
  { words: ["artist's", 'edition'], format: "artist's edition", strip: false },
  { words: ["director's", 'cut'], format: "director's cut", strip: false },
  { words: ['director’s', 'cut'], format: "director's cut", strip: false },
  { words: ['facsimile', 'edition'], format: 'facsimile edition', strip: false },
  { words: ['complete', 'collection'], format: 'complete collection', strip: false },
  { words: ['omnibus', 'edition'], format: 'omnibus', strip: true },
  { words: ['light', 'novel'], format: 'light novel', strip: false },
  { words: ['box', 'set'], format: 'box set', strip: false },
  { words: ['art', 'book'], format: 'artbook', strip: false },
  { words: ['tpb'], format: 'tpb', strip: true },
  { words: ['tpbs'], format: 'tpb', strip: true },
  { words: ['hc'], format: 'hc', strip: true },
  { words: ['hardcover'], format: 'hc', strip: true },
  { words: ['softcover'], format: 'tpb', strip: true },
  { words: ['gn'], format: 'gn', strip: true },
  { words: ['ogn'], format: 'gn', strip: true },
  { words: ['os'], format: 'one-shot', strip: true },
  { words: ['oneshot'], format: 'one-shot', strip: true },
  { words: ['omnibus'], format: 'omnibus', strip: true },
  { words: ['compendium'], format: 'compendium', strip: false },
  { words: ['treasury'], format: 'treasury', strip: false },
  { words: ['digest'], format: 'digest', strip: false },
  { words: ['masterworks'], format: 'masterworks', strip: false },
  { words: ['vizbig'], format: 'vizbig', strip: false },
  { words: ['artbook'], format: 'artbook', strip: false },
  { words: ['anthology'], format: 'anthology', strip: false },
]

/** Book types by their first word. */
export const FORMATS = new Map<string, BookType[]>()
for (const type of BOOK_TYPES) {
  words(Trait.format, type.words[0]!)
  FORMATS.set(type.words[0]!, [...(FORMATS.get(type.words[0]!) ?? []), type])
}
