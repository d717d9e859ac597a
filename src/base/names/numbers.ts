/**
 * The numbers comics are printed with: `7`, `012.5`, `-1`, `½`, `1,000,000`, `1.MU`, `27AU`, `Alpha`.
 * A number is an exact decimal plus a text that follows it. Floats are never used: `1.10` and `1.1` are equal, `1` and
 * `1.MU` are not.
 */

/**
 * The parts of a printed number. `whole` has no padding, `fraction` no trailing zeros, `suffix` is lower case without
 * separators.
 */
interface PrintedNumber {
  negative: boolean
  whole: string
  fraction: string
  suffix: string
}

const VULGAR: Record<string, string> = {
  '½': '5',
  '¼': '25',
  '¾': '75',
  '⅓': '333333',
  '⅔': '666667',
  '⅕': '2',
  '⅖': '4',
  '⅗': '6',
  '⅘': '8',
  '⅙': '166667',
  '⅚': '833333',
  '⅛': '125',
  '⅜': '375',
  '⅝': '625',
  '⅞': '875',
  '⅐': '142857',
  '⅑': '111111',
  '⅒': '1',
}
const SHAPE = /^([-−])?(\d{1,3}(?:,\d{3})+(?![\d,])|\d+)?(?:[.](\d+))?\s*([½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒])?(.*)$/s
const SEPARATORS = /[\s._\-–—]+/g
const LONGEST = 200

/**
 * Splits a printed number, or returns null when it does not start with a number (`Alpha`, `X`, empty).
 * `1/2` up to `7/8` (both one digit, the first smaller) is a fraction; any other slash stays in the suffix (`112/113`).
 */
export function readNumber(printed: string): PrintedNumber | null {
  const text = tidy(printed)
  const halves = /^([-−])?([1-7])[/⁄]([2-8])$/.exec(text)
  if (halves && Number(halves[2]) < Number(halves[3])) {
    return { negative: Boolean(halves[1]), whole: '0', fraction: share(halves[2]!, halves[3]!), suffix: '' }
  }
  const found = SHAPE.exec(text)
  if (!found) return null
  const [, sign, whole, decimals, vulgar, rest = ''] = found
  if (whole === undefined && decimals === undefined && vulgar === undefined) return null
  // One publisher printed "000.0000½" as a joke: the half is appended after the existing digits.
  const fraction = (decimals ?? '') + (vulgar ? VULGAR[vulgar] : '')
  const number = {
    whole: (whole ?? '0').replaceAll(',', '').replace(/^0+(?=\d)/, ''),
    fraction: fraction.replace(/0+$/, ''),
    suffix: rest.replace(SEPARATORS, '').toLowerCase(),
  }
  const zero = number.whole === '0' && number.fraction === ''
  return { negative: Boolean(sign) && !zero, ...number }
}

/**
 * Text whose bytewise order is the reading order of printed numbers: negative, then positive by value, then by suffix
 * (`1`, `1A`, `1.MU`, `1.1`, `2`), then pure words (`Alpha`), and the empty number last.
 */
export function sortKey(printed: string): string {
  const number = readNumber(printed)
  if (!number) {
    const words = inEasternOrder(padDigits(tidy(printed).toLowerCase()))
    return words === '' ? '~' : `w${words}`
  }
  const size = String(Math.min(number.whole.length, 99)).padStart(2, '0')
  const suffix = number.suffix === '' ? '' : ` ${inEasternOrder(padDigits(number.suffix))}`
  const fraction = number.fraction === '' ? '' : `.${number.fraction}`
  if (!number.negative) return `p${size}${number.whole}${fraction}${suffix}`
  // Complemented digits reverse the order; the tilde puts -1.5 before -1.
  return `n${complement(size + number.whole + fraction)}~${suffix}`
}

/**
 * 上, 中 and 下, 前編, 中編 and 後編 are not in the order of their code points. The middle sorts at the end of the first: 龥 is
 * the last of the characters.
 */
const MIDDLE = /^中([編篇编])?(?=[巻卷冊册集部]?(?:$|[\s\d]))/
const LAST = /^下(?=[編篇编](?:$|[\s\d]))/
const inEasternOrder = (words: string): string =>
  words.charCodeAt(0) < 0x4e00
    ? words
    : words.replace(MIDDLE, (middle, story = '') => (story ? `前编${middle}` : `上龥${middle}`)).replace(LAST, '後编下')

/**
 * The number as printed, without padding: `007` is `7`, `012.5` is `12.5`, `078.BEY` is `78.BEY`. Words stay unchanged.
 */
export function normalNumber(printed: string): string {
  const text = printed.trim()
  return text.replace(/^([-−]?)0+(?=\d)/, '$1').replace('−', '-')
}

/**
 * Whether two printed numbers are the same issue, by exact value and suffix: `½` is `0.5`, `001` is `1`, `1` is not
 * `1.1` or `1.MU`.
 */
export function sameNumber(a: string, b: string): boolean {
  return a === b || sortKey(a) === sortKey(b)
}

const UNREADABLE = 999_999_999_999_999
const INFINITE = 9_999_999_999_000
const QUARTERS: Record<string, number> = { '¼': 250, '½': 500, '¾': 750 }

/**
 * The integer in older databases and in the wire field `Int_IssueNumber`: value x 1000, one or two decimals as hundreds
 * and tens, letters as the sum of their code points, two numbers as their mean. `1.1` is 1100, `27AU` 27214, `-1` is
 * -1001, `1.123` is 2230. The quirks are kept, because other programs compare the stored integers. An unreadable number
 * is 999999999999999.
 */
export function legacyIssueNumber(printed: string): number {
  const text = tidy(printed)
    .replace(/\[[^\]]*\]?$/, '')
    .trim()
  if (text === '∞') return INFINITE
  const pair = /^(\d{1,12})\s*[/&-]\s*(\d{1,12})$/.exec(text)
  if (pair) return ((Number(pair[1]) + Number(pair[2])) / 2) * 1000
  const vulgar = /^(\d{0,12})([¼½¾])$/.exec(text)
  if (vulgar) return Number(vulgar[1]) * 1000 + QUARTERS[vulgar[2]!]!
  const plain = /^(-?\d{0,12})(?:\.(\d{1,9}))?$/.exec(text.replaceAll(',', ''))
  if (plain && text !== '' && text !== '-') return decimalKey(plain[1]!, plain[2])
  if (text === 'None') return UNREADABLE
  const lettered = /^(\d{0,12})[\s.]*(\p{L}{1,40})$/u.exec(text)
  if (lettered) return Number(lettered[1]) * 1000 + letterSum(lettered[2]!)
  return UNREADABLE
}

function decimalKey(whole: string, decimals: string | undefined): number {
  const thousands = Number(whole) * 1000 || 0
  if (decimals !== undefined) return thousands + Number(decimals) * (decimals.length === 1 ? 100 : 10)
  return whole.startsWith('-') ? thousands - 1 : thousands
}

function letterSum(letters: string): number {
  let sum = 0
  for (const letter of letters.toLowerCase()) sum += letter.codePointAt(0)!
  return sum
}

/**
 * Full-width digits become plain ones; the vulgar fractions must stay, so NFKC runs only when other characters need it.
 */
function tidy(printed: string): string {
  const text = printed.trim().slice(0, LONGEST).replace(/^#\s*/, '')
  return /[０-９．－]/.test(text) ? text.normalize('NFKC') : text
}

function share(top: string, bottom: string): string {
  return (Number(top) / Number(bottom)).toFixed(6).slice(2).replace(/0+$/, '')
}

function complement(text: string): string {
  return text.replace(/\d/g, (digit) => String(9 - Number(digit)))
}

/** Digit runs padded to eight, so that bytewise order is numeric order inside text. */
export function padDigits(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(8, '0'))
}
