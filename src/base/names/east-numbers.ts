const DIGITS = '零一二三四五六七八九'
const UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

/** 十二, 一百零五, 二〇: the value of a number in Chinese and Japanese characters. */
export function readEastNumber(signs: string): number {
  let sum = 0
  let digit = 0
  for (const sign of signs) {
    const unit = UNITS[sign]
    if (unit === undefined) {
      // Without units the digits are positional.
      digit = digit * 10 + Math.max(0, DIGITS.indexOf(sign === '两' ? '二' : sign))
      continue
    }
    sum += Math.max(1, digit) * unit
    digit = 0
  }
  return sum + digit
}
