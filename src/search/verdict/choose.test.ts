import { expect, test } from 'bun:test'
import { best, type JudgedOffer, type Taste } from './choose'

const MB = 1_000_000

function judged(
  title: string,
  more: Partial<JudgedOffer['offer']> = {},
  filled: string[] = ['7'],
  order = 0,
): JudgedOffer {
  const pack = filled.length > 1
  return {
    offer: {
      title,
      guid: title,
      link: `https://x.test/${title}`,
      protocol: 'usenet',
      categories: [7030],
      size: 40 * MB,
      ...more,
    },
    verdict: {
      accepted: true,
      reason_code: pack ? 'accepted.pack' : 'accepted.issue',
      overrideable: false,
      reasons: [],
      match_kind: pack ? 'pack' : 'issue',
      satisfies: filled,
    },
    order,
  }
}

const issue = judged('Tide 007')
const rejected = { ...issue, verdict: { ...issue.verdict, accepted: false } }

const ROWS: [why: string, offers: JudgedOffer[], titles: string[], taste?: Taste][] = [
  ['refused ones are none', [rejected], []],
  ['the issue before a pack with it', [judged('Tide 001-012', {}, ['6', '7']), issue], ['Tide 007', 'Tide 001-012']],
  [
    'of packs the one that fills most for its size',
    [judged('Tide 001-100', { size: 5000 * MB }, ['6', '7']), judged('Tide 006-007', { size: 80 * MB }, ['6', '7'])],
    ['Tide 006-007', 'Tide 001-100'],
  ],
  [
    'of small packs the one that fills most for its size',
    [
      judged('Tide 005-007', { size: 400 * MB }, ['5', '6', '7']),
      judged('Tide 006-007', { size: 100 * MB }, ['6', '7']),
    ],
    ['Tide 006-007', 'Tide 005-007'],
  ],
  [
    'the preferred container',
    [judged('Tide 007.cbr'), judged('Tide 007.cbz')],
    ['Tide 007.cbz', 'Tide 007.cbr'],
    { format: 'cbz' },
  ],
  ['what was mended', [issue, judged('Tide 007 (f1)')], ['Tide 007 (f1)', 'Tide 007']],
  [
    'what somebody seeds',
    [judged('dead', { protocol: 'torrent', seeders: 0 }), judged('alive', { protocol: 'torrent', seeders: 5 })],
    ['alive', 'dead'],
  ],
  ["the reader's first indexer", [judged('second', {}, ['7'], 1), judged('first', {}, ['7'], 0)], ['first', 'second']],
  ['the larger scan', [judged('small', { size: 20 * MB }), judged('large', { size: 90 * MB })], ['large', 'small']],
  [
    'a torrent with few seeders before one with none, and after one with three',
    [0, 2, 3].map((seeders) => judged(`${seeders}`, { protocol: 'torrent', seeders })),
    ['3', '2', '0'],
  ],
  [
    'as good as three seeders is one of which nobody knows how many there are, or that needs none',
    [
      judged('unknown', { protocol: 'torrent' }),
      judged('nzb', { seeders: 0 }),
      judged('3', { protocol: 'torrent', seeders: 3 }),
    ],
    ['unknown', 'nzb', '3'],
  ],
  ['what is a little larger as it came', [judged('a', { size: 20 * MB }), judged('b', { size: 39 * MB })], ['a', 'b']],
  ['what is a step larger', [judged('a', { size: 39 * MB }), judged('b', { size: 40 * MB })], ['b', 'a']],
  ['what is huge as it came', [judged('a', { size: 200 * MB }), judged('b', { size: 900 * MB })], ['a', 'b']],
  ['one without a size last', [judged('a', { size: undefined as never }), judged('b', { size: 20 * MB })], ['b', 'a']],
  [
    'one without a password',
    [judged('a', { password: 1 }), judged('b', { password: 0 }), judged('c')],
    ['b', 'c', 'a'],
  ],
  [
    'the container only where it is a word of the title',
    [judged('Tide cbzine 007'), judged('Tide 007 (cbz)')],
    ['Tide 007 (cbz)', 'Tide cbzine 007'],
    { format: 'cbz' },
  ],
  [
    'a pack of unknown size like one of a gigabyte',
    [
      judged('two', { size: 2000 * MB }, ['6', '7']),
      judged('unknown', { size: undefined as never }, ['6', '7']),
      judged('half', { size: 500 * MB }, ['6', '7']),
    ],
    ['half', 'unknown', 'two'],
  ],
  [
    'of tiny packs the one that fills more',
    [judged('two', { size: 1 * MB }, ['6', '7']), judged('three', { size: 40 * MB }, ['5', '6', '7'])],
    ['three', 'two'],
  ],
  ['equal ones as they came', [judged('a'), judged('b')], ['a', 'b']],
]

for (const [why, offers, titles, taste] of ROWS) {
  test(why, () => {
    expect(best(offers, taste).map(({ offer }) => offer.title)).toEqual(titles)
  })
}
