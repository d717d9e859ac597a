/** The content of a comic's barcode. */
export interface Barcode {
  /** The code is an ISBN, which bound books have and single issues do not. */
  isBook: boolean
  /** The issue, from the five digits after a UPC: three for the number, one for the cover, one for the printing. */
  number?: string
}

/**
 * Reads an ISBN, or a UPC-A with its five extra digits. Spaces and hyphens are ignored. Undefined for anything else,
 * and for a wrong check digit. Issue numbers over 999 are printed with their last three digits only, so a number of 0
 * is left out.
 */
export function readBarcode(printed: string | undefined): Barcode | undefined {
  const digits = (printed ?? '').replace(/[\s-]/g, '').toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) return checks(digits, 1) ? { isBook: true } : undefined
  if (/^\d{9}[\dX]$/.test(digits)) return checksIsbn10(digits) ? { isBook: true } : undefined
  if (!/^\d{17}$/.test(digits) || !checks(digits.slice(0, 12), 3)) return undefined
  const number = String(Number(digits.slice(12, 15)))
  return number === '0' ? { isBook: false } : { isBook: false, number }
}

/** EAN and UPC: digits weigh 1 and 3 alternately, beginning with `first`, and the sum ends in 0. */
function checks(digits: string, first: 1 | 3): boolean {
  let sum = 0
  for (const [at, digit] of [...digits].entries()) sum += Number(digit) * (at % 2 === 0 ? first : 4 - first)
  return sum % 10 === 0
}

function checksIsbn10(digits: string): boolean {
  let sum = 0
  for (const [at, digit] of [...digits].entries()) sum += (10 - at) * (digit === 'X' ? 10 : Number(digit))
  return sum % 11 === 0
}
