/** Random numbers that are the same for the same seed. */
export type Chance = ((below: number) => number) & { from<T>(list: readonly T[]): T }

export function chance(seed: number): Chance {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return Object.assign(below, { from: <T>(list: readonly T[]): T => list[below(list.length)]! })
}

/** Characters with a meaning in names, and letters of every width and direction. */
const PIECES = [
  ...['(', ')', '[', ']', '{', '}', '【', '】', '--', '-', ' - ', '–', '#', '.', ',', '/', '\\', '_', '+', ' ', '"', ':'],
  ...['_20', '%20', '%', '%ff', '&amp;', '½', '∞', 'n°', '№', 'v', 'v3', 'c', 'c2c', 'of', ' of 06', 'Vol. ', 'Ch.'],
  ...['007', '2018', '(2018)', '1,000,000', '12.5', 'Annual', 'Special', 'TPB', 'Omnibus', '.cbz', ' cbr', '.part01.rar'],
  ...['第', '巻', '話', '권', '화', 'Том ', 'เล่ม', '３', '＂', 'é', 'e\u0301\u0323\u0302', 'עברית', 'العربية', '\u202e', '\u200b'],
  ...['\u0000', '\ud83d', '\ude00', '😀', '\u2028', '\ufeff', '\t'],
] // biome-ignore format: a heap of pieces

/** Cuts, doubles and inserts, one to six times. */
export function mangle(name: string, pick: Chance): string {
  let text = name
  for (let turn = pick(6) + 1; turn > 0; turn--) {
    const at = pick(text.length + 1)
    const way = pick(4)
    if (way === 0) text = text.slice(0, at) + text.slice(at + 1 + pick(4))
    else if (way === 1) text = text.slice(0, at) + text.slice(pick(text.length + 1))
    else text = text.slice(0, at) + pick.from(PIECES) + text.slice(at)
  }
  return text.slice(0, 1500)
}

const WORDS =
  'Copper Lantern Harbor The of and X-9 2099 52 100 Dr. Day No. Part Book Chapter 3D 80-Page Year-One'.split(' ')

/** A name of typical parts, mostly in the usual order; sometimes only random characters. */
export function inventName(pick: Chance): string {
  if (pick(20) === 0) return heap(pick)
  const number = String(pick(1200)).padStart(pick(4), '0')
  const year = 1900 + pick(200)
  const parts = [
    pick(6) === 0 ? `[${pick.from(WORDS)}]` : '',
    Array.from({ length: 1 + pick(4) }, () => pick.from(WORDS)).join(' '),
    pick.from([
      '',
      '',
      `v${pick(30)}`,
      `Vol. ${pick(30)}`,
      `V${year}`,
      `(${year})`,
      'Annual',
      `第${pick(99)}巻`,
      `Tome ${pick(40)}`,
    ]),
    pick.from([
      '',
      number,
      `#${number}`,
      `c${number}`,
      `${number}-${pick(999)}`,
      `${number}.${pick(9)}`,
      `${number} (of ${pick(12)})`,
      `-${pick(9)}`,
      `${pick(9)}½`,
    ]),
    pick.from(['', '', '- The Long Way Home', `- ${pick(99)} Ways`, 'TPB', 'Omnibus 2']),
    pick.from(['', `(${year})`, `(${year}-${year + pick(9)})`, `${year}`, `(${year}-0${1 + pick(9)})`]),
    pick.from(['', '(Digital)', '[HQ]', '(c2c) (Some-Group)', '(digital-Empire)', '(FR)', `(${pick(20)} covers)`]),
  ].filter((part) => part !== '')
  if (pick(10) === 0) parts.reverse()
  return (
    parts.join(pick.from([' ', ' ', ' ', '_', '.', '-', '+', '%20', '_20'])) +
    pick.from(['', '.cbz', '.cbr', '.pdf', '.cbz.cbz'])
  )
}

function heap(pick: Chance): string {
  const few = Array.from({ length: 1 + pick(3) }, () => pick.from(PIECES))
  const long = pick(50) === 0 ? 10_000 : 1 + pick(200)
  return Array.from({ length: long }, () => pick.from(few)).join('')
}

/** Names that could make a parser take quadratic time. */
export const STORMS = [
  ...PIECES,
  ...['[]', '(((a', '([{', '1', '1 ', '1-', '1.', '1,', '# ', '- ', '--1', 'a/', 'v1 ', 'c1-', '第1', '(1) ', 'of 1 ', 'a '],
  ...['1/2 ', 'Annual ', '2018 ', 'a.b', 'A.', '(2018) (Digital) ', '001-002 ', 'Part 1 - ', 'S01 ', '+ TPBs ', ', 2 & 3'],
] // biome-ignore format: a heap of pieces
