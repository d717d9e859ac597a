/** Formats for dates, sizes and counts beside covers. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2015-05-06` → "6 May 2015", or the month or year alone where no more is known; '' for an invalid date. */
export function dayWords(date: string | null | undefined): string {
  const [, year, month, day] = /^(?!0000)(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(date ?? '') ?? []
  if (!year) return ''
  const name = MONTHS[Number(month) - 1]
  if (!name) return year
  return Number(day) > 0 ? `${Number(day)} ${name} ${year}` : `${name} ${year}`
}

const inWords = new Intl.NumberFormat('en')

/** 5000 → "5,000". One formatter for all: making one costs more than a row of a list. */
export function numberWords(count: number): string {
  return inWords.format(count)
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** 48211003 → "48 MB". */
export function sizeWords(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0
  return `${size.toFixed(digits)} ${UNITS[unit]}`
}

/** "1 series", "1,204 files". `many` is the plural where adding an s is wrong. */
export function countWords(count: number, word: string, many = `${word}s`): string {
  return `${numberWords(count)} ${count === 1 ? word : many}`
}
