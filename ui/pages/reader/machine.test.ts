import { describe, expect, test } from 'bun:test'
import { spreadsOf } from './layout/spreads'
import { nextReading, type ReaderMove, type Reading, resumeAt } from './machine'

const spreads = spreadsOf(6, { sizes: [], double: true, firstAlone: true })
const on = (page: number, forwards = true): Reading => ({ is: 'open', place: { on: 'page', page }, forwards })
const end: Reading = { is: 'open', place: { on: 'end' }, forwards: true }
const before: Reading = { is: 'open', place: { on: 'before' }, forwards: false }
const turn = (by: 1 | -1, first = true): ReaderMove => ({ do: 'turn', by, spreads, before: first })
const go = (page: number): ReaderMove => ({ do: 'go', page, count: 6 })

test.each<[string, Reading, ReaderMove, Reading]>([
  ['opens at a page', { is: 'opening' }, { do: 'open', page: 4 }, on(4)],
  ['turns on by a spread', on(1), turn(1), on(3)],
  ['turns on from either page of a pair', on(2), turn(1), on(3)],
  ['turns back', on(3), turn(-1), on(1, false)],
  ['reaches the end', on(5), turn(1), end],
  [
    'opens again where it was read when its file was replaced',
    on(3),
    { do: 'replace', count: 6 },
    { is: 'opening', replaced: { page: 3, count: 6 } },
  ],
  ['stays at the end', end, turn(1), end],
  ['turns back from the end', end, turn(-1), on(5, false)],
  ['shows the card before the first page', on(0), turn(-1), before],
  ['stays at the first page without a previous issue', on(0), turn(-1, false), on(0)],
  ['opens the first page from that card', before, turn(1), on(0)],
  ['goes to a page', on(1), go(5), on(5)],
  ['goes back to a page, and reads it from its start', end, go(2), on(2)],
  ['is scrolled back to a page', on(3), { ...go(2), scrolled: true } as ReaderMove, on(2, false)],
  ['is scrolled on to a page', on(3), { ...go(4), scrolled: true } as ReaderMove, on(4)],
  ['goes no further than the last page', on(1), go(99), on(5)],
  [
    'shows why the issue cannot open',
    { is: 'opening' },
    { do: 'refuse', status: 410, detail: 'Cut.' },
    { is: 'failed', why: 'damaged', detail: 'Cut.' },
  ],
  [
    'waits for a connection',
    { is: 'opening' },
    { do: 'refuse', status: 0, detail: '' },
    { is: 'failed', why: 'lost', detail: '' },
  ],
  ['retries', { is: 'failed', why: 'lost', detail: '' }, { do: 'retry' }, { is: 'opening' }],
  ['does not turn before an issue is open', { is: 'opening' }, turn(1), { is: 'opening' }],
])('the reader %s', (_, now, move, expected) => expect(nextReading(now, move)).toEqual(expected))

describe('an issue opens', () => {
  const saved = (page: number, completed = false) => ({ page, completed })
  test.each<[string, Parameters<typeof resumeAt>[0], { page: number; note: boolean }]>([
    ['at the start when it was never read', { count: 9, saved: null }, { page: 0, note: false }],
    ['where it was left, with a note', { count: 9, saved: saved(4) }, { page: 4, note: true }],
    ['at the start when it was read to the end', { count: 9, saved: saved(8, true) }, { page: 0, note: false }],
    ['at the start when the file has fewer pages now', { count: 3, saved: saved(4) }, { page: 0, note: false }],
    ['at the page in the address', { count: 9, saved: saved(4), wanted: '7' }, { page: 6, note: false }],
    [
      'where it was left when the address has no page',
      { count: 9, saved: saved(4), wanted: 'x' },
      { page: 4, note: true },
    ],
    [
      'where it was read when its file was replaced by one with as many pages or more',
      { count: 10, saved: saved(7), wanted: '2', replaced: { page: 4, count: 9 } },
      { page: 4, note: true },
    ],
    [
      'as far before that as pages are missing now',
      { count: 7, saved: saved(7), replaced: { page: 4, count: 9 } },
      { page: 2, note: true },
    ],
    [
      'at the start when more pages are missing than were read',
      { count: 3, saved: null, replaced: { page: 4, count: 9 } },
      { page: 0, note: false },
    ],
    [
      'at the last page after its end',
      { count: 9, saved: null, replaced: { page: 9, count: 9 } },
      { page: 8, note: true },
    ],
  ])('%s', (_, input, expected) => expect(resumeAt(input)).toEqual(expected))
})
