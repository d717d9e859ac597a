import { expect, test } from 'bun:test'
import { legacyIssueNumber, normalNumber, readNumber, sameNumber, sortKey } from './numbers.ts'

test('sort keys follow value, then suffix; words and the empty number come last', () => {
  const order = [
    '-10',
    '-2',
    '-1.5',
    '-1',
    '0',
    '¼',
    '½',
    '¾',
    '1',
    '1A',
    '1B',
    '1.MU',
    '1.1',
    '1½',
    '1.55',
    '1.6',
    '2',
    '7',
    '9.5',
    '10',
    '10A',
    '10AU',
    '10.1',
    '11',
    '27AU',
    '99',
    '100',
    '600',
    '1000',
    '1,000,000',
    'A1',
    'A2',
    'A10',
    'Alpha',
    'Omega',
    '',
  ]
  const keys = order.map(sortKey)
  expect([...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(keys)
  expect(new Set(keys).size).toBe(keys.length)
})

test.each([
  ['上', '中', '下'],
  ['上巻', '中巻', '下巻'],
  ['上册', '中册', '下册'],
  ['前編', '中編', '後編'],
  ['前篇', '中篇', '后篇'],
  ['上篇', '中篇', '下篇'],
  ['上編', '中編', '下編'],
  ['中編', '中編2', '後編'],
  ['10', '10 中', '10 下'],
  ['10 前編', '10 中編', '10 後編'],
  ['상', '중', '하'],
  ['상권', '중권', '하권'],
  ['전편', '중편', '후편'],
])('%s, %s and %s are in reading order', (first, second, third) => {
  const keys = [first, second, third].map(sortKey)
  expect(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(keys)
  expect(new Set(keys).size).toBe(3)
})

test('the same number is recognized through padding, width and separators', () => {
  const same: [string, string][] = [
    ['001', '1'],
    ['½', '0.5'],
    ['1/2', '½'],
    ['1,000,000', '1000000'],
    ['078.BEY', '78.bey'],
    ['1.MU', '1MU'],
    ['27 AU', '27AU'],
    ['１２', '12'],
    ['1.10', '1.1'],
    ['-0', '0'],
    ['#5', '5'],
    ['.5', '0.50'],
    ['−1', '-1'],
    ['Alpha', 'ALPHA'],
  ]
  for (const [a, b] of same) expect(`${a} = ${b} ${sameNumber(a, b)}`).toBe(`${a} = ${b} true`)
  const other: [string, string][] = [
    ['1', '1.1'],
    ['1', '1.MU'],
    ['1', '1AU'],
    ['1', '-1'],
    ['1', '½'],
    ['1', '11'],
    ['', '0'],
    ['112/113', '112'],
  ]
  for (const [a, b] of other) expect(`${a} = ${b} ${sameNumber(a, b)}`).toBe(`${a} = ${b} false`)
})

test('padding is removed, everything else stays as printed', () => {
  const rows = {
    '007': '7',
    '012.5': '12.5',
    '078.BEY': '78.BEY',
    '000': '0',
    '0.5': '0.5',
    '-01': '-1',
    '½': '½',
    Alpha: 'Alpha',
    '1,000,000': '1,000,000',
  }
  for (const [printed, plain] of Object.entries(rows)) expect(normalNumber(printed)).toBe(plain)
})

test('a number is split into its exact parts', () => {
  expect(readNumber('-012.50AU')).toEqual({ negative: true, whole: '12', fraction: '5', suffix: 'au' })
  expect(readNumber('000.0000½')).toEqual({ negative: false, whole: '0', fraction: '00005', suffix: '' })
  expect(readNumber('Alpha')).toBeNull()
  expect(readNumber('')).toBeNull()
})

test('the older integer key keeps its known values, quirks included', () => {
  const known: Record<string, number> = {
    '-1': -1001,
    '0': 0,
    '0.5': 500,
    '.5': 500,
    '½': 500,
    '¼': 250,
    '¾': 750,
    '1½': 1500,
    '1': 1000,
    '1.1': 1100,
    '1.50': 1500,
    '1.05': 1050,
    '1.MU': 1226,
    '2.HU': 2221,
    '7.LR': 7222,
    '5.BEY': 5320,
    '10AU': 10214,
    '18.INH': 18319,
    '27.NOW': 27340,
    '20.DEATHS': 20633,
    '1.BLACK': 1509,
    '1A': 1097,
    X: 120,
    Alpha: 518,
    Omega: 521,
    Preview: 770,
    '12/13': 12500,
    '1-2': 1500,
    '1-3': 2000,
    '1 & 2': 1500,
    '001': 1000,
    '600 [850]': 600000,
    '1000000': 1000000000,
    '∞': 9999999999000,
    '1.123': 2230,
    '-1.5': -500,
    '-0.5': 500,
    '2021': 2021000,
    '': 999999999999999,
    None: 999999999999999,
  }
  for (const [printed, key] of Object.entries(known))
    expect(`${printed}: ${legacyIssueNumber(printed)}`).toBe(`${printed}: ${key}`)
})

test('long hostile numbers are read quickly', () => {
  for (const text of [
    '9'.repeat(100_000),
    ','.repeat(100_000),
    `1${',000'.repeat(30_000)}`,
    '-'.repeat(100_000),
    '.'.repeat(100_000),
  ]) {
    expect(sortKey(text).length).toBeLessThan(2000)
    expect(Number.isFinite(legacyIssueNumber(text))).toBe(true)
  }
})
