import { WordTable } from './word-table.ts'

/** Reads the edition from tags and the ends of names: language, publisher, group and book type. */

/** Words and abbreviations by ISO 639-1 code. `raw` is the original language. */
const LANGUAGE_WORDS: Record<string, string> = {
  en: 'en eng english gb anglais englisch inglese inglés',
  fr: 'fr fre fra french français francais française francaise vf vostfr französisch francese francés',
  de: 'de ger deu german deutsch deutsche allemand tedesco alemán',
  es: 'es esp spa spanish español espanol española espanola castellano cast latino latam es-la es-419 espagnol spanisch spagnolo',
  it: 'it ita italian italiano italiana italien italienisch',
  pt: 'pt pt-br br ptbr por portuguese português portugues portuguesa brazilian brasileiro brasileira',
  nl: 'nl dut dutch nederlands',
  pl: 'pl pol polish polski',
  ru: 'ru rus russian русский',
  tr: 'tr turkish',
  sv: 'sv swedish',
  da: 'da danish',
  no: 'no norwegian',
  fi: 'fi finnish',
  cs: 'cs cz czech',
  hu: 'hu hun hungarian',
  el: 'greek',
  ar: 'arabic العربية',
  ja: 'jp ja jap jpn japanese japonais japanisch giapponese japonés 日本語 日本语',
  ko: 'kr ko kor korean 한국어',
  zh: 'cn zh chi chinese mandarin cantonese zh-hk zh-tw 中文 简体 简体中文 繁體 繁體中文 繁体中文 汉化',
  th: 'thai ไทย',
  vi: 'vietnamese',
  id: 'indonesian indonesia bahasa',
  ms: 'malay malaysian',
  tl: 'filipino tagalog',
  ca: 'catalan català catalán',
  gl: 'galician galego',
  eu: 'basque euskara',
  uk: 'ukr ukrainian українська',
  bg: 'bulgarian български',
  sr: 'serbian srpski српски',
  hr: 'croatian hrvatski',
  sk: 'slovak slovenčina',
  sl: 'slovenian slovenščina',
  ro: 'romanian română',
  lt: 'lithuanian',
  lv: 'latvian',
  et: 'estonian',
  he: 'hebrew עברית',
  fa: 'persian farsi فارسی',
  hi: 'hindi',
  bn: 'bengali',
  mn: 'mongolian',
  raw: 'raw',
}

/** Language codes by lower-case word. */
export const LANGUAGES = new Map<string, string>()
for (const [code, list] of Object.entries(LANGUAGE_WORDS)) for (const word of list.split(' ')) LANGUAGES.set(word, code)

/** Words for the kind of file and edition that may accompany a language: "[Manga FR]", "French Edition". */
export const BESIDE_LANGUAGES = new Set(
  'manga comic comics bd fan edition édition edición edição edizione ausgabe version versión sub subs latin american translation traduction traducción tradução traduzione'.split(
    ' ',
  ),
)

/** Codes that are not words in names; chapter readers put them in brackets: "(id)". "(uk)" is a country. */
export const LANGUAGE_CODES = new Set(
  'id ar vi ro hu fa tl ms mn bg sr hr lt he hi bn ca el ka fi no sv da cs sk'.split(' '),
)

/** After a publisher's name, the country it publishes in: "(Northgate France)". */
export const COUNTRIES = new Map([
  ['france', 'fr'],
  ['deutschland', 'de'],
  ['germany', 'de'],
  ['españa', 'es'],
  ['espana', 'es'],
  ['spain', 'es'],
  ['méxico', 'es'],
  ['mexico', 'es'],
  ['argentina', 'es'],
  ['italia', 'it'],
  ['italy', 'it'],
  ['brasil', 'pt'],
  ['brazil', 'pt'],
  ['portugal', 'pt'],
  ['polska', 'pl'],
  ['nederland', 'nl'],
])

const COMIC_PUBLISHERS =
  'dc,dc comics,marvel,marvel comics,image,image comics,idw,idw publishing,dark horse,dark horse comics,boom,boom studios,dynamite,dynamite entertainment,valiant,vertigo,wildstorm,oni,oni press,fantagraphics,aftershock,archie comics,titan,titan comics,rebellion,abrams comicarts,avatar press,black mask,europe comics,mad cave,mad cave studios,scout comics,top cow,vault comics' +
  ',boom box,kaboom,archaia,image skybound,skybound,skybound comet,dc vertigo,dc black label,ablaze,ablaze publishing,action lab,ahoy comics,american mythology,antarctic press,awa studios,cinebook,clover press,comixology originals,dstlry,drawn and quarterly,ec comics,first second,graphix,hachette,harperalley,heavy metal,humanoids,legendary comics,lion forge,magnetic press,massive publishing,nbm,nobrow,opus comics,papercutz,penguin random house,random house graphic,red 5 comics,selfmadehero,slave labor graphics,slg,source point press,storm king comics,sumerian comics,top shelf,udon,z2 comics,zenescope,zenescope entertainment,yoe books,bad idea,caliber,chapterhouse,eclipse comics,first comics,harvey comics,keenspot,kitchen sink press,malibu,malibu comics,aardvark vanaheim,cartoon books,devils due,oni lion forge,2000ad,abstract studio,albatross funnybooks,artists writers artisans,behemoth,bongo,bongo comics,crossgen,el capitan,fleetway,gold key,invader comics,joes books,king features,panini,panini comics,carlsen comics,splitter,norma editorial,planeta comic,soaring penguin,soaring penguin press,twomorrows,webtoon unscrolled,wattpad webtoon,whatnot publishing'
const MANGA_PUBLISHERS =
  'viz,viz media,kodansha,kodansha comics,kodansha usa,yen press,seven seas,seven seas entertainment,vertical comics,vertical manga,del rey manga,square enix manga,yen on,carlsen manga,egmont manga,panini manga,planet manga,tokyopop,del rey,vertical,shueisha,square enix,ghost ship,denpa,mangaplus,manga plus,airship,azuki,dark horse manga,digital manga,digital manga publishing,fakku,glacier bay,glacier bay books,inklore,irodori,ize press,manga classics,one peace books,star fruit books,sublime,titan manga,viz manga,viz signature,shonen jump,shojo beat'

/** Publishers by lower-case letters and digits; true marks manga publishers. */
export const KNOWN_PUBLISHERS = new Map<string, boolean>()
for (const name of COMIC_PUBLISHERS.split(',')) KNOWN_PUBLISHERS.set(name.replaceAll(' ', ''), false)
for (const name of MANGA_PUBLISHERS.split(',')) KNOWN_PUBLISHERS.set(name.replaceAll(' ', ''), true)

/** First words of publishers' names, to skip the look-up for all others. */
export const PUBLISHER_STARTS = [COMIC_PUBLISHERS, MANGA_PUBLISHERS].flatMap((list) =>
  list.split(',').map((name) => name.split(' ')[0]!),
)

/** Groups that release manga, in lower case; a family name also counts before a hyphen (danke-Empire). */
export const MANGA_GROUPS = new WordTable()
for (const name of 'danke,lucaz,1r0n,stick,shizu,oak,anadius,nicedragon,kg manga'.split(',')) MANGA_GROUPS.add(name, 1)

export interface BookType {
  words: string[]
  format: string
  /** The words are removed from the name of the series. */
  strip: boolean
  /** Books of this type are numbered by the number after it: Omnibus 2. */
  numbered: boolean
}

/** Book types and their words, longest first among those with one first word. */
const BOOK_TYPES: BookType[] = [
  { words: ['trade', 'paper', 'back'], format: 'tpb', strip: true, numbered: true },
  { words: ['trade', 'paperback'], format: 'tpb', strip: true, numbered: true },
  { words: ['hard', 'cover'], format: 'hc', strip: true, numbered: true },
  { words: ['original', 'graphic', 'novel'], format: 'gn', strip: true, numbered: true },
  { words: ['graphic', 'novel'], format: 'gn', strip: true, numbered: true },
  { words: ['one', 'shot'], format: 'one-shot', strip: true, numbered: false },
  { words: ['epic', 'collection'], format: 'epic collection', strip: false, numbered: true },
  { words: ['deluxe', 'edition'], format: 'deluxe edition', strip: false, numbered: true },
  { words: ['absolute', 'edition'], format: 'absolute edition', strip: false, numbered: true },
  { words: ['library', 'edition'], format: 'library edition', strip: false, numbered: true },
  { words: ["artist's", 'edition'], format: "artist's edition", strip: false, numbered: false },
  { words: ["director's", 'cut'], format: "director's cut", strip: false, numbered: false },
  { words: ['director’s', 'cut'], format: "director's cut", strip: false, numbered: false },
  { words: ['directors', 'cut'], format: "director's cut", strip: false, numbered: false },
  { words: ['artists', 'edition'], format: "artist's edition", strip: false, numbered: false },
  { words: ['facsimile', 'edition'], format: 'facsimile edition', strip: false, numbered: false },
  { words: ['complete', 'collection'], format: 'complete collection', strip: false, numbered: true },
  { words: ['omnibus', 'edition'], format: 'omnibus', strip: true, numbered: true },
  { words: ['light', 'novel'], format: 'light novel', strip: false, numbered: false },
  { words: ['box', 'set'], format: 'box set', strip: false, numbered: true },
  { words: ['art', 'book'], format: 'artbook', strip: false, numbered: false },
  { words: ['tpb'], format: 'tpb', strip: true, numbered: true },
  { words: ['tpbs'], format: 'tpb', strip: true, numbered: true },
  { words: ['tp'], format: 'tpb', strip: true, numbered: true },
  { words: ['hc'], format: 'hc', strip: true, numbered: true },
  { words: ['hardcover'], format: 'hc', strip: true, numbered: true },
  { words: ['softcover'], format: 'tpb', strip: true, numbered: true },
  { words: ['gn'], format: 'gn', strip: true, numbered: true },
  { words: ['ogn'], format: 'gn', strip: true, numbered: true },
  { words: ['os'], format: 'one-shot', strip: true, numbered: false },
  { words: ['oneshot'], format: 'one-shot', strip: true, numbered: false },
  { words: ['omnibus'], format: 'omnibus', strip: true, numbered: true },
  { words: ['intégrale'], format: 'omnibus', strip: false, numbered: true },
  { words: ['integrale'], format: 'omnibus', strip: false, numbered: true },
  { words: ["l'intégrale"], format: 'omnibus', strip: false, numbered: true },
  { words: ['l’intégrale'], format: 'omnibus', strip: false, numbered: true },
  { words: ['integral'], format: 'omnibus', strip: false, numbered: true },
  { words: ['gesamtausgabe'], format: 'omnibus', strip: false, numbered: true },
  { words: ['integraal'], format: 'omnibus', strip: false, numbered: true },
  { words: ['compendium'], format: 'compendium', strip: false, numbered: true },
  { words: ['treasury'], format: 'treasury', strip: false, numbered: false },
  { words: ['digest'], format: 'digest', strip: false, numbered: false },
  { words: ['masterworks'], format: 'masterworks', strip: false, numbered: false },
  { words: ['vizbig'], format: 'vizbig', strip: false, numbered: false },
  { words: ['artbook'], format: 'artbook', strip: false, numbered: false },
  { words: ['anthology'], format: 'anthology', strip: false, numbered: false },
]

/** Book types by their first word. */
export const BOOK_TYPES_BY_WORD = new Map<string, BookType[]>()
for (const type of BOOK_TYPES)
  BOOK_TYPES_BY_WORD.set(type.words[0]!, [...(BOOK_TYPES_BY_WORD.get(type.words[0]!) ?? []), type])
