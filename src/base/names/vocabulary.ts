import { BOOK_TYPES_BY_WORD, LANGUAGES, PUBLISHER_STARTS } from './editions.ts'
import { WordTable } from './word-table.ts'

/**
 * The meanings of single words in a file name. One look-up returns all traits of a word as bits, so the reader tests
 * bits (`token.traits & Trait.volume`) and never compares texts.
 */
export const Trait = {
  /** Comes before the number of a volume: vol, tome, band, том. */
  volume: 1,
  /** Comes before the number of a chapter: ch, episode, глава. */
  chapter: 2,
  /** Comes before the number of an issue and is certain: issue, prog. */
  issue: 4,
  /** Comes before a number that may also belong to a title: no, nr; a lone n only with a dot. */
  numero: 8,
  part: 16,
  of: 32,
  annual: 64,
  special: 128,
  /** Book type that is part of the name of the edition: omnibus, compendium. */
  format: 256,
  tag: 512,
  month: 1024,
  /** Units and ordinals after a number, which is then not an issue: pages, px, th. */
  unit: 2048,
  season: 4096,
  /** Short; a marker only with the digits glued to it: v3, c12, T4, INT02 (intégrale). */
  glued: 8192,
  /** Letters known to follow an issue number: AU, INH, NOW. */
  suffix: 16384,
  /** A marker that is also used in titles: book, episode. A plainer marker of the same class wins over it. */
  weak: 32768,
  cover: 65536,
  /** Replaces the number of a volume that is not known yet: tbd. */
  unknown: 262144,
  /** Also read after its number: 2 глава. */
  behind: 524288,
  /** The file or pack is the whole series. */
  complete: 1048576,
  /** A word for volumes that ends titles in English: The Comic Book, Red Band. */
  titled: 131072,
  language: 2097152,
  publisher: 4194304,
  /** Sites and boards that add themselves to names. */
  site: 8388608,
  /** Before an id: cvid-145600. */
  id: 16777216,
  ordinal: 33554432,
  /** Makes a bracket a remark about the file: password protected, also known as, [cbr]. */
  remark: 67108864,
  /** Before the name of the person who scanned or translated it. */
  credit: 134217728,
  /** Between two numbers it makes a range: 1 to 13, 1 à 5. */
  range: 268435456,
  /** Months in languages other than English; some are also names: Mars, Mai, Agosto. */
  foreignMonth: 536870912,
  /** Editions with their own volume numbers: color, deluxe, kanzenban. */
  edition: 1073741824,
} as const

const table = new WordTable()

function words(traits: number, list: string): void {
  for (const word of list.split(' ')) table.add(word, traits)
}

words(Trait.volume | Trait.glued, 'v t int т')
words(Trait.volume, 'vol vols volume volumes volumen volumi')
words(Trait.volume | Trait.weak | Trait.titled, 'book band tom')
words(
  Trait.volume | Trait.weak,
  'books tome tomes tomo tomos bd deel boek livre libro livro buch kniha knjiga книга księga ksiega cilt tập jilid osa svazek díl',
)
words(Trait.volume | Trait.weak | Trait.behind, 'kötet')
words(Trait.volume | Trait.behind, 'том тома томы томов')
words(Trait.volume, 'เล่ม เล่มที่')
words(Trait.chapter | Trait.glued, 'c')
words(Trait.chapter, 'ch chs chp chap chaps гл')
words(Trait.chapter | Trait.weak, 'chapter chapters episode episodes ep eps')
words(
  Trait.chapter | Trait.weak,
  'cap chapitre chapitres kapitel hoofdstuk capitolo capítulo capitulo bölüm bolum chương bab rozdział kapitola',
)
words(Trait.chapter | Trait.behind, 'глава главы глав')
words(Trait.chapter, 'ตอน ตอนที่ บท บทที่')
words(Trait.issue, 'issue issues iss prog progs выпуск heft ausgabe fascicolo zeszyt sayı numéro numero número')
words(Trait.numero, 'no nr nos nº num núm nummer n edição edicao ed')
words(Trait.part, 'part parts pt partie parte teil część часть')
words(Trait.of, 'of de von van di')
words(Trait.range, 'to thru through à bis a al au do')
words(Trait.season, 'season saison staffel сезон temporada')
words(
  Trait.foreignMonth,
  'janv févr fevr juil déc ene dic dez okt ' +
    'janvier février fevrier mars avril mai juin juillet août aout septembre octobre novembre décembre decembre ' +
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre ' +
    'janeiro fevereiro março maio junho julho setembro outubro novembro dezembro ' +
    'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre ' +
    'januar februar märz april juni juli oktober dezember ' +
    'januari februari maart mei augustus ' +
    'styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień',
)
words(
  Trait.edition,
  'color colors colored colorized colour colours coloured colourised couleur couleurs colori farbe farbig cores ' +
    "deluxe vizbig kanzenban aizoban bunkoban bunko wideban shinsoban uncensored decensored uncut remastered perfect master ultimate definitive collector collector's collector’s collectors prestige anniversary " +
    'フルカラー フルカラー版 カラー カラー版 컬러 컬러판 彩色 彩色版 全彩 全彩版 完全版 愛蔵版 文庫版 新装版 ワイド版 애장판 완전판 신장판 爱藏版',
)
words(Trait.annual, 'annual annuals biannual')
words(
  Trait.special,
  'special specials one-shot oneshot omake extra extras fcbd sampler preview artbook sp especial hs sonderband sonderheft sonderausgabe spezial',
)
words(
  Trait.tag,
  'digital webrip web webp rip hybrid retail scan scans scanlation scanlations c2c ctc noads fixed repaired proper repack hd hq lq hi-res ' +
    'upscaled fills mag colored colorized uncensored comic ebook internal int rescan restored raw raws ongoing',
)
words(Trait.cover, 'cover covers variant variants')
words(Trait.unknown, 'tbd tba tbc')
words(Trait.complete, 'complete 완 완결 完 完結 完结')
words(Trait.site, 'getcomics www kickass')
words(Trait.id, 'cv cvid cvdb comicvine asin isbn')
words(Trait.ordinal, 'st nd rd th')
words(Trait.credit, 'by por trad escaneado scanned translated traducido traduzido traduit tradotto übersetzt')
for (const word of LANGUAGES.keys()) table.add(word, Trait.language)
for (const word of BOOK_TYPES_BY_WORD.keys()) table.add(word, Trait.format)
for (const word of PUBLISHER_STARTS) table.add(word, Trait.publisher)
words(Trait.remark, 'password passworded protected also aka torrent cbz cbr cb7 pdf epub')
words(
  Trait.month,
  'january february march april may june july august september october november december ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter',
)
words(
  Trait.unit,
  'p pp pg pgs page pages px dpi kb mb gb kib mib gib k d st nd rd th ste er e bit bits color colour percent covers years aniversario anniversaire',
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
  号: Trait.issue,
  號: Trait.issue,
  章: Trait.chapter,
  回: Trait.chapter,
  화: Trait.chapter,
  회: Trait.chapter,
  장: Trait.chapter,
}

const counters = new Map(Object.entries(COUNTERS).map(([sign, trait]) => [sign.charCodeAt(0), trait]))

/**
 * Whether the character counts volumes or chapters when it touches a number, on either side (第3巻, 卷5, 106화); 0
 * otherwise.
 */
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
