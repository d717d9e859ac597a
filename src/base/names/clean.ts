import { readEastNumber } from './east-numbers.ts'
import { cleanPost, withoutParts } from './posts.ts'
import { WordTable } from './word-table.ts'

/**
 * First steps of reading a name: extract it from its subject line and its path, decode it, remove the extension, and
 * use one kind of blank.
 */

/** Longer names are cut: no file system stores more, and reading time stays linear. */
const LONGEST_PATH = 4096
const LONGEST_NAME = 1000
const MOST_FOLDERS = 6
const LONGEST_EXTENSION = 5

const KNOWN = 1
/** Also recognized as the last word of a release title: "name cbr". */
const ARCHIVE = 2
/** Posts split these: name.part01.rar, name.vol03+04.par2. */
const SPLIT = 4
const extensions = new WordTable()
for (const word of 'mobi azw3 djvu png jpg jpeg webp gif avif jxl tif tiff nzb xml cba tar tgz gz zst'.split(' '))
  extensions.add(word, KNOWN)
for (const word of 'cbz cbr cb7 cbt pdf epub'.split(' ')) extensions.add(word, KNOWN | ARCHIVE)
for (const word of 'zip rar 7z'.split(' ')) extensions.add(word, KNOWN | ARCHIVE | SPLIT)
extensions.add('par2', KNOWN | SPLIT)
const PART_OF_POST = /\.(?:part\d{1,3}|vol\d{1,4}\+\d{1,4})$/i

/** A path split into the name of the file and its folders, nearest last. */
interface PathParts {
  folders: string[]
  file: string
}

/** Splits at both slashes. A slash between blanks, in "[2/9]", or the only one between ascending numbers (`112/113`), is text. */
export function splitPath(path: string): PathParts {
  const text = path.length > LONGEST_PATH ? path.slice(0, LONGEST_PATH) : path
  if (text.indexOf('/') < 0 && text.indexOf('\\') < 0) return { folders: [], file: text }
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if ((sign !== '/' && sign !== '\\') || (text[at - 1] === ' ' && text[at + 1] === ' ')) continue
    if (sign === '/' && ((from === 0 && pairsNumbers(text, at)) || isCountInBrackets(text, at))) continue
    if (at > from) parts.push(text.slice(from, at))
    from = at + 1
  }
  const file = text.slice(from)
  return { folders: parts.slice(-MOST_FOLDERS), file: file === '' ? (parts.pop() ?? '') : file }
}

function pairsNumbers(text: string, at: number): boolean {
  if (text.indexOf('/', at + 1) >= 0 || !isDigit(text.charCodeAt(at - 1)) || !isDigit(text.charCodeAt(at + 1))) {
    return false
  }
  let from = at
  while (isDigit(text.charCodeAt(from - 1))) from--
  return Number.parseInt(text.slice(from, at), 10) < Number.parseInt(text.slice(at + 1, at + 9), 10)
}

/** "[2/9]", "(1/120)": the parts of a post. */
function isCountInBrackets(text: string, at: number): boolean {
  let [from, to] = [at, at + 1]
  while (isDigit(text.charCodeAt(from - 1))) from--
  while (isDigit(text.charCodeAt(to))) to++
  if (from === at || to === at + 1) return false
  const [opening, closing] = [text[from - 1], text[to]]
  return (opening === '[' && closing === ']') || (opening === '(' && closing === ')')
}

interface CleanName {
  /** The name with every separator replaced by a blank and every escape decoded. */
  text: string
  /** Lower case without the dot; empty when there is none. */
  extension: string
  /** Dots separated the words. */
  dotted: boolean
}

/** "Orchard 30 (2022)@moon_fr": the channel that posted the file. */
const CHANNEL = /(?<=[\d)]) ?@[a-z]\w{1,30}$/i
/** Signs for "number". */
const NUMERO = /\bn[°º] ?|№ ?/gi

/** Prepares one path component for the scanner. */
export function cleanName(raw: string): CleanName {
  const text = raw.length > LONGEST_NAME ? raw.slice(0, LONGEST_NAME) : raw
  const signs = signsOf(text)
  const cut = cutExtension(withoutParts((signs & SPECIAL ? decode(text, signs) : text).trim()))
  if (cut.text.indexOf('@') > 0) cut.text = cut.text.replace(CHANNEL, '')
  cut.text = cleanPost(cut.text)
  if (signs & SEPARATOR || cut.text.indexOf('.') >= 0) oneSeparator(cut)
  return cut
}

const QUOTE = 1
const PERCENT = 2
const UNDERSCORE = 4
const AMPERSAND = 8
const WIDE = 16
const HYPHEN_OR_PLUS = 32
const SPECIAL = QUOTE | PERCENT | UNDERSCORE | AMPERSAND | WIDE
/** Characters that may separate words besides dots, or become a separator when decoded. */
const SEPARATOR = HYPHEN_OR_PLUS | PERCENT | UNDERSCORE | WIDE

const SIGNS = new Uint8Array(128)
SIGNS[34] = QUOTE
SIGNS[37] = PERCENT
SIGNS[95] = UNDERSCORE
SIGNS[38] = AMPERSAND
SIGNS[45] = HYPHEN_OR_PLUS
SIGNS[43] = HYPHEN_OR_PLUS

/** Which of these characters occur, found in one pass: most names need none of the later steps. */
function signsOf(text: string): number {
  let signs = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    signs |= code < 128 ? SIGNS[code]! : WIDE
  }
  return signs
}

function decode(raw: string, signs: number): string {
  let text = raw
  if (signs & AMPERSAND && text.includes('quot;')) text = text.replace(/&(?:amp;)*quot;/gi, '"')
  if (signs & WIDE && text.includes('yEnc')) text = text.replace(/[“”„«»]/g, '"')
  if (signs & (QUOTE | AMPERSAND | WIDE)) text = quotedName(text)
  if (signs & PERCENT) text = decodePercent(text)
  if (signs & UNDERSCORE && text.indexOf('_2') >= 0) text = decodeDebris(text)
  if (signs & AMPERSAND) text = text.replace(/&(?:amp;)+/gi, '&').replace(/&#0?39;|&apos;/g, "'")
  if (!(signs & (WIDE | PERCENT))) return text
  if (text.includes('全'))
    text = text.replace(ALL, (_, all: string) => `第1-${/^\d/.test(all) ? all : readEastNumber(all)}`)
  if (text.includes('권')) text = text.replace(ALL_KOREAN, '제1-$1')
  if (text.includes('卷')) text = text.replace(SIGN_AND_NUMBER, (_, digits: string) => `第${digits}卷`)
  if (text.includes('第'))
    text = text
      .replace(SPACED_NUMBER, '第$1')
      .replace(EAST_NUMBER, (_, digits: string) => `第${readEastNumber(digits)}`)
  return plainWidth(/[°º№]/.test(text) ? text.replace(NUMERO, 'No ') : text)
}

/** Subjects of posts have the file name in quotes, with words and counters around it. */
function quotedName(text: string): string {
  const from = text.indexOf('"')
  const to = text.indexOf('"', from + 1)
  if (to < 0) return text
  const file = fileInQuotes(text, to + 1)
  if (file !== undefined) return file
  const inner = text.slice(from + 1, to)
  return text.includes('yEnc') || cutExtension(inner).extension !== '' ? inner : text
}

/** "Gold Line" releases - "Harvest 05.cbr": of several quoted names, the one with an extension is the file. */
function fileInQuotes(text: string, start: number): string | undefined {
  let from = text.indexOf('"', start)
  while (from >= 0) {
    const to = text.indexOf('"', from + 1)
    if (to < 0) return undefined
    const inner = text.slice(from + 1, to)
    if (cutExtension(inner).extension !== '') return inner
    from = text.indexOf('"', to + 1)
  }
  return undefined
}

/** 第十二卷: a number in words, before its counter. */
const EAST_NUMBER = /第([〇零一二两三四五六七八九十百千]{1,8})(?=[巻卷册冊集話话章回])/g

/** 全72巻: the total. */
const ALL = /全 *(\d{1,4}|[一二三四五六七八九十百]{1,4}) *(?=[巻卷册冊話话])/g

/** 전32권, 총 12권: the same in Korean. */
const ALL_KOREAN = /(?<=^|[ _([])[전총] *(\d{1,4}) *(?=권)/g

/** 卷三: the number after its sign. */
const SIGN_AND_NUMBER = /(?<=^|[ _])卷([一二三四五六七八九十百]{1,4})(?=$|[ _.)\]])/g

/** 第 12 卷: blanks around the number. */
const SPACED_NUMBER = /第 *(\d{1,4}(?:[.~-]\d{1,4})?) *(?=[巻卷册冊集話话章回号號])/g

function decodePercent(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    return text.replace(/%20/g, ' ')
  }
}

const DEBRIS: Record<string, string> = { '20': ' ', '27': "'", '28': '(', '29': ')', '2C': ',', '2c': ',', '26': '&' }
const DEBRIS_SIGN = /_(20|27|28|29|2[Cc]|26)(?=[\p{L}\p{N}_\-.]|$)/gu

/** `%20` whose percent sign became an underscore. Needs two of them: `Annual_2020` alone is a year. */
function decodeDebris(text: string): string {
  const found = text.match(DEBRIS_SIGN)
  if (!found || found.length < 2 || text.includes(' ') || !found.includes('_20')) return text
  if (/_(?:19|20)\d\d(?!\d)/.test(text) && !/_20\p{L}/u.test(text)) return text
  return text.replace(DEBRIS_SIGN, (_, code: string) => DEBRIS[code]!)
}

/** Full-width signs and digits of other scripts in their plain form; the length stays the same. */
function plainWidth(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x3000 || (code >= 0xff01 && code <= 0xff5e) || (code >= 0x0e50 && code <= 0x0e59)) {
      return text.replace(/[\u3000\uff01-\uff5e\u0e50-\u0e59]/g, (sign) => {
        const found = sign.charCodeAt(0)
        if (found === 0x3000) return ' '
        return String.fromCharCode(found >= 0xff01 ? found - 0xfee0 : found - 0x0e50 + 48)
      })
    }
  }
  return text
}

/** Removes the extension, even when it is written twice. */
function cutExtension(text: string): CleanName {
  let end = text.length
  let extension = ''
  let split = false
  for (let turn = 0; turn < 3; turn++) {
    const dot = dotBefore(text, end)
    const known = dot < 0 ? 0 : extensions.find(text, dot + 1, end)
    if (known === 0) break
    extension = extensions.wordAt(text, dot + 1, end)
    split = (known & SPLIT) !== 0
    end = dot
  }
  if (extension !== '') {
    const rest = text.slice(0, isCopyMark(text, end) ? end - 2 : end)
    return { text: split ? rest.replace(PART_OF_POST, '') : rest, extension, dotted: false }
  }
  const blank = text.lastIndexOf(' ')
  if (blank <= 0 || end - blank > 5 || !(extensions.find(text, blank + 1, end) & ARCHIVE))
    return { text, extension, dotted: false }
  return { text: text.slice(0, blank), extension: extensions.wordAt(text, blank + 1, end), dotted: false }
}

/** "Name (2019).1.cbz": the mark that programs add to a second copy. */
function isCopyMark(text: string, end: number): boolean {
  const bracket = text.charCodeAt(end - 3)
  return (bracket === 41 || bracket === 93) && text.charCodeAt(end - 2) === 46 && isDigit(text.charCodeAt(end - 1))
}

/** The last dot, or -1 when it is too far from the end for an extension. */
function dotBefore(text: string, end: number): number {
  for (let at = end - 1; at >= 0 && end - at <= LONGEST_EXTENSION + 1; at--) if (text.charCodeAt(at) === 46) return at
  return -1
}

/**
 * Replaces the separator of the name by blanks. Underscores always separate; dots when they outnumber the blanks; a
 * plus when nothing else separates; hyphens when there is no other separator and they cannot be part of one word.
 */
function oneSeparator(name: CleanName): void {
  const { text } = name
  let blanks = 0
  let underscores = 0
  let dots = 0
  let pluses = 0
  let hyphens = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Letters and digits are the most common characters.
    if (code > 95 || (code >= 48 && code <= 90)) continue
    if (code === 95) underscores++
    else if (code === 40 || code === 91) depth++
    else if (code === 41 || code === 93) depth--
    else if (depth > 0) continue
    else if (code === 32) blanks++
    else if (code === 46 && separatesAt(text, at)) dots++
    else if (code === 43) pluses++
    else if (code === 45) hyphens++
  }
  if (underscores > 0) name.text = withLostBrackets(text).replaceAll('_', ' ')
  if (dots > blanks + underscores) {
    name.dotted = true
    name.text = blankDots(name.text)
  } else if (blanks + underscores > 0) return
  else if (pluses > 1 || (pluses === 1 && dots === 0 && hyphens === 0 && /\+\d/.test(text)))
    name.text = text.replaceAll('+', ' ')
  else if (hyphens > 1 || (hyphens === 1 && /^\p{L}{3,}-\d+$/u.test(text)))
    name.text = text.replace(SLUG_DECIMAL, '$1.$2').replaceAll('-', ' ')
}

const LOST_BRACKETS = /__((?:19|20)\d\d)_(?=_|$)/

/** "Name_02__2019___Group_": brackets that became underscores are replaced too. */
function withLostBrackets(text: string): string {
  const year = text.includes('__') ? LOST_BRACKETS.exec(text) : null
  if (!year) return text
  const behind = text
    .slice(year.index + year[0].length)
    .split(/_{2,}/)
    .filter((part) => part !== '')
  return `${text.slice(0, year.index)} (${[year[1], ...behind].join(') (')})`
}

/** "chapter-12-5": addresses of pages have no dots. */
const SLUG_DECIMAL = /(\bch(?:ap(?:ter)?)?-\d+)-(\d)(?=-|$)/i

/**
 * A dot between digits is a decimal or a date, one after a single letter an abbreviation, one before a blank the end of
 * a word.
 */
function separatesAt(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1)
  if (Number.isNaN(next) || next === 32) return false
  const before = text.charCodeAt(at - 1)
  if (isDigit(before)) return !isDigit(next)
  const single = at < 2 || text.charCodeAt(at - 2) === 46 || text.charCodeAt(at - 2) === 32
  return !single || isDigit(next) || before === 45
}

const DOTTED_DATE = /((?:19|20)\d\d)\.([01]\d)\.([0-3]\d)(?!\d)/g

/** A dotted name keeps a dot only in a decimal: one digit after a number that is not a year. */
function blankDots(text: string): string {
  const parts = text.replace(DOTTED_DATE, '$1-$2-$3').split('.')
  let clean = parts[0]!
  let joined = false
  for (let at = 1; at < parts.length; at++) {
    const before = parts[at - 1]!
    const part = parts[at]!
    joined = !joined && isDecimal(before, part)
    clean += (joined ? '.' : ' ') + part
  }
  return clean
}

function isDecimal(whole: string, part: string): boolean {
  if (part.length === 0 || !isDigit(part.charCodeAt(0))) return false
  if (part.length > 1 && isDigit(part.charCodeAt(1))) return false
  if (part.length > 1 && !/^\d[\s(\-[]/.test(part)) return false
  let from = whole.length
  while (from > 0 && isDigit(whole.charCodeAt(from - 1))) from--
  const digits = whole.length - from
  return digits > 0 && digits < 4
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Whether `text` has nothing but digits from `start` to `end`. */
export function areDigits(text: string, start = 0, end = text.length): boolean {
  for (let at = start; at < end; at++) if (!isDigit(text.charCodeAt(at))) return false
  return true
}
