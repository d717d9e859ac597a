import { describe, expect, test } from 'bun:test'
import { hitsOf, ruleSetOf, ruleSubject, scoreOf } from '../rules/rule-set'
import { hitWords, type JudgedOffer, rank } from './ranking'

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

/** As judged with a preference for CBZ. */
function preferringCbz(title: string): JudgedOffer {
  const one = judged(title)
  const rules = ruleSetOf([{ match: 'format', text: 'cbz', level: 'score', score: 10 }])
  const hits = hitsOf(rules, ruleSubject(title, ''))
  return { ...one, verdict: { ...one.verdict, hits, score: scoreOf(hits) } }
}

const issue = judged('Tide 007')
const rejected = { ...issue, verdict: { ...issue.verdict, accepted: false } }

const ROWS: [why: string, offers: JudgedOffer[], titles: string[]][] = [
  ['rejected ones do not count', [rejected], []],
  ['the issue before a pack with it', [judged('Tide 001-012', {}, ['6', '7']), issue], ['Tide 007', 'Tide 001-012']],
  [
    'the pack with the most issues for its size',
    [judged('Tide 001-100', { size: 5000 * MB }, ['6', '7']), judged('Tide 006-007', { size: 80 * MB }, ['6', '7'])],
    ['Tide 006-007', 'Tide 001-100'],
  ],
  [
    'the small pack with the most issues for its size',
    [
      judged('Tide 005-007', { size: 400 * MB }, ['5', '6', '7']),
      judged('Tide 006-007', { size: 100 * MB }, ['6', '7']),
    ],
    ['Tide 006-007', 'Tide 005-007'],
  ],
  [
    'the preferred format',
    [preferringCbz('Tide 007.cbr'), preferringCbz('Tide 007.cbz')],
    ['Tide 007.cbz', 'Tide 007.cbr'],
  ],
  ['a repaired release', [issue, judged('Tide 007 (f1)')], ['Tide 007 (f1)', 'Tide 007']],
  [
    'a seeded torrent',
    [judged('dead', { protocol: 'torrent', seeders: 0 }), judged('alive', { protocol: 'torrent', seeders: 5 })],
    ['alive', 'dead'],
  ],
  ["the user's first indexer", [judged('second', {}, ['7'], 1), judged('first', {}, ['7'], 0)], ['first', 'second']],
  ['the larger scan', [judged('small', { size: 20 * MB }), judged('large', { size: 90 * MB })], ['large', 'small']],
  [
    'a torrent with few seeders before one with none, and after one with three',
    [0, 2, 3].map((seeders) => judged(`${seeders}`, { protocol: 'torrent', seeders })),
    ['3', '2', '0'],
  ],
  [
    'an unknown number of seeders, or none needed, counts like three',
    [
      judged('unknown', { protocol: 'torrent' }),
      judged('nzb', { seeders: 0 }),
      judged('3', { protocol: 'torrent', seeders: 3 }),
    ],
    ['unknown', 'nzb', '3'],
  ],
  [
    'a slightly larger one keeps its place',
    [judged('a', { size: 20 * MB }), judged('b', { size: 39 * MB })],
    ['a', 'b'],
  ],
  ['one that is a step larger', [judged('a', { size: 39 * MB }), judged('b', { size: 40 * MB })], ['b', 'a']],
  ['a huge one keeps its place', [judged('a', { size: 200 * MB }), judged('b', { size: 900 * MB })], ['a', 'b']],
  ['one without a size last', [judged('a', { size: undefined as never }), judged('b', { size: 20 * MB })], ['b', 'a']],
  [
    'one without a password',
    [judged('a', { password: 1 }), judged('b', { password: 0 }), judged('c')],
    ['b', 'c', 'a'],
  ],
  [
    'the format only if it is a word of the title',
    [preferringCbz('Tide cbzine 007'), preferringCbz('Tide 007 (cbz)')],
    ['Tide 007 (cbz)', 'Tide cbzine 007'],
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
    'among tiny packs the one with more issues',
    [judged('two', { size: 1 * MB }, ['6', '7']), judged('three', { size: 40 * MB }, ['5', '6', '7'])],
    ['three', 'two'],
  ],
  ['equal ones in order', [judged('a'), judged('b')], ['a', 'b']],
]

for (const [why, offers, titles] of ROWS) {
  test(why, () => {
    expect(rank(offers).map(({ offer }) => offer.title)).toEqual(titles)
  })
}

/** With a score from release rules. */
function scored(
  title: string,
  score: number,
  more: Partial<JudgedOffer['offer']> = {},
  filled?: string[],
): JudgedOffer {
  const one = judged(title, more, filled)
  return {
    ...one,
    verdict: { ...one.verdict, score, hits: score === 0 ? [] : [{ match: 'group', text: 'Harbor', score }] },
  }
}

describe('a score', () => {
  test('outranks everything except the verdict', () => {
    const pack = scored('pack', 20, {}, ['6', '7'])
    const refused = { ...scored('refused', 100), verdict: { ...scored('refused', 100).verdict, accepted: false } }
    const offers = [scored('plain (f1)', 0), refused, scored('unwanted', -5), scored('preferred', 10), pack]
    expect(rank(offers).map(({ offer, ranking }) => [offer.title, ranking.score])).toEqual([
      ['pack', 20],
      ['preferred', 10],
      ['plain (f1)', 0],
      ['unwanted', -5],
    ])
  })

  test('below the minimum is named, and does not change the rank', () => {
    const lines = rank([scored('a', 10), scored('b', 4)], { least: 5 }).map(({ ranking }) => ranking.line)
    expect(lines).toEqual([
      'Ranked 1st: score +10, the next has +4, preferred group Harbor +10',
      'Ranked 2nd: score +4, the best has +10, preferred group Harbor +4, below the minimum score for automatic downloads',
    ])
  })

  test('of 0 by a rule of the series is not named', () => {
    const one = judged('a')
    const neutral = { ...one.verdict, score: 0, hits: [{ match: 'word', text: 'a', score: 0 } as const] }
    expect(rank([{ ...one, verdict: neutral }])[0]?.ranking.line).toBe('Ranked 1st: the only acceptable release')
  })

  test('decides for a series before the number of issues', () => {
    const offers = [
      { ...judged('many', {}, ['6', '7']), fills: 2 },
      { ...scored('preferred', 10), fills: 1 },
    ]
    expect(rank(offers, { target: 'series' }).map(({ offer }) => offer.title)).toEqual(['preferred', 'many'])
  })

  test('at the minimum is enough, and without a minimum every one is', () => {
    const told = (score: number, least: number | null) => rank([scored('a', score)], { least })[0]?.ranking.line
    expect(told(5, 5)).not.toContain('minimum')
    expect(told(4, 5)).toContain('minimum')
    expect(told(-5, null)).not.toContain('minimum')
    expect(rank([judged('a')], { least: 1 })[0]?.ranking.line).toContain('minimum')
  })

  test.each([
    [{ match: 'format', text: 'cbz', score: 10 }, 'preferred format CBZ +10'],
    [{ match: 'word', text: 'digital', score: 0 }, 'preferred word digital 0'],
    [{ match: 'group', text: 'Moon', score: -5 }, 'unwanted group Moon −5'],
  ] as const)('by %j is shown as %s', (hit, words) => {
    expect(hitWords(hit)).toBe(words)
  })
})

test('among packs with as many issues of a series, the one with less extra is the best', () => {
  const [big, small] = [judged('big', { size: 4000 * MB }, ['6', '7']), judged('small', { size: 90 * MB }, ['6', '7'])]
  const offers = [big, small].map((each) => ({ ...each, fills: 2 }))
  expect(rank(offers, { target: 'series' }).map(({ offer }) => offer.title)).toEqual(['small', 'big'])
})

const LINES: [why: string, offers: JudgedOffer[], lines: string[], target?: 'issue' | 'series'][] = [
  ['one alone', [scored('a', 10)], ['Ranked 1st: the only acceptable release, preferred group Harbor +10']],
  [
    'equally good ones',
    [judged('a'), judged('b')],
    ['Ranked 1st: found first, the next is equally good', 'Ranked 2nd: found after the best, which is equally good'],
  ],
  [
    'a smaller one of the same format, from an equally preferred group',
    [scored('b.cbz', 10, { size: 20 * MB }), scored('a.cbz', 10, { size: 90 * MB })],
    [
      'Ranked 1st: larger than the next, preferred group Harbor +10',
      'Ranked 2nd: smaller than the best, same format, preferred group Harbor +10',
    ],
  ],
  [
    'a smaller one of another format',
    [judged('a.cbz', { size: 90 * MB }), judged('b.cbr', { size: 20 * MB })],
    ['Ranked 1st: larger than the next', 'Ranked 2nd: smaller than the best'],
  ],
  [
    'a lower score of a larger file',
    [scored('a', -5, { size: 90 * MB }), scored('b', 10, { size: 20 * MB })],
    [
      'Ranked 1st: score +10, the next has −5, preferred group Harbor +10',
      'Ranked 2nd: score −5, the best has +10, larger than the best, unwanted group Harbor −5',
    ],
  ],
  [
    'a pack from a better indexer',
    [judged('pack', {}, ['6', '7']), judged('single', {}, ['7'], 1)],
    ['Ranked 1st: a single issue, not a pack', 'Ranked 2nd: a pack, not a single issue, indexer higher in your order'],
  ],
  [
    'two packs',
    [judged('big', { size: 4000 * MB }, ['6', '7']), judged('small', { size: 100 * MB }, ['6', '7'])],
    [
      'Ranked 1st: fills more missing issues for its size than the next',
      'Ranked 2nd: fills fewer missing issues for its size than the best, larger than the best',
    ],
  ],
  [
    'a pack of a series',
    [
      { ...judged('single'), fills: 1 },
      { ...judged('pack', {}, ['6', '7']), fills: 2 },
    ],
    [
      'Ranked 1st: fills more missing issues than the next',
      'Ranked 2nd: fills fewer missing issues than the best, not a pack',
    ],
    'series',
  ],
  [
    'many, each against the best',
    [
      judged('seeded', { protocol: 'torrent', seeders: 9 }),
      judged('mended (f1)', { password: 1 }),
      judged('dead', { protocol: 'torrent', seeders: 0 }),
    ],
    [
      'Ranked 1st: a repaired release',
      'Ranked 2nd: not a repaired release, needs no password',
      'Ranked 3rd: not a repaired release, too few seeders, needs no password',
    ],
  ],
]

for (const [why, offers, lines, target] of LINES) {
  test(`the line of ${why} names its advantages and disadvantages`, () => {
    expect(rank(offers, { target }).map(({ ranking }) => ranking.line)).toEqual(lines)
    expect(rank(offers, { target }).map(({ ranking }) => ranking.place)).toEqual(lines.map((_, at) => at + 1))
  })
}
