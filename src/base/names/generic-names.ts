import { isDigit } from './clean.ts'

/**
 * Names of parts of a series and of books beside it. Alone, or with a number, none of them is the name of a series:
 * "Prologue 1", "Side Story 1", "番外篇". They are compared without accents, blanks and signs.
 */
const GENERIC = new Set(
  (
    'prologue prolog prologo epilogue epilog epilogo afterword foreword preface postface postscript introduction intro ' +
    'interlude intermission intermezzo appendix finale qa questionsandanswers sidestory sidestories sidechapter shortstory ' +
    'shortstories spinoff bonus bonuschapter bonusstory bonustrack extra extras extrachapter extrastory extraedition omake ' +
    'special specials specialchapter specialepisode specialedition specialstory oneshot pilot pilotchapter preview teaser ' +
    'trailer notice announcement authorsnote authornote creatorsnote hiatusnotice illustrations gallery artbook artworks ' +
    'fanbook guidebook databook characterbook sourcebook sketchbook companion cover covers chapter chapters episode episodes ' +
    'volume volumes book books part parts issue issues finalchapter lastchapter finalepisode lastepisode seasonfinale ' +
    'gaiden horsserie hs sonderband sonderheft sonderausgabe spezial speciale especial extraband gesamtausgabe integrale ' +
    'lintegrale integral omnibus annual annuals ' +
    '前編 中編 後編 前篇 中篇 后篇 後篇 描き下ろし 書き下ろし 番外 番外篇 番外編 外传 外傳 外伝 特别篇 特別篇 特別編 特典 序章 終章 终章 序 後記 后记 おまけ あとがき 読切 読み切り プロローグ エピローグ ' +
    '프롤로그 에필로그 외전 특별편 번외 번외편 후기 작가후기'
  ).split(' '),
)

const LONGEST = 22
const SIGNS = /[^\p{L}\p{N}]+/gu
const ACCENTS = /[\u0300-\u036f]/g

/**
 * The first two letters of the Latin words, so that most names need no further comparison; 26 stands for any other
 * sign.
 */
const STARTS = new Uint8Array(27 * 27)
for (const word of GENERIC) STARTS[startOf(word)] = 1
// "Q&A".
STARTS[startOf('q&')] = 1

function startOf(text: string): number {
  return letterAt(text, 0) * 27 + letterAt(text, 1)
}

function letterAt(text: string, at: number): number {
  const letter = (text.charCodeAt(at) | 32) - 97
  return letter < 0 || letter > 25 ? 26 : letter
}

export function isGenericName(series: string): boolean {
  if (series === '' || series.length > LONGEST) return false
  const [first, second] = [series.charCodeAt(0), series.charCodeAt(1)]
  if (isDigit(first) || (first < 128 && second < 128 && STARTS[startOf(series)] === 0)) return false
  const key = series.toLowerCase()
  return GENERIC.has(key) || GENERIC.has(key.normalize('NFD').replace(ACCENTS, '').normalize('NFC').replace(SIGNS, ''))
}
