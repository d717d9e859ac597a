import { expect, test } from 'bun:test'
import { type Copy, chooseCopy } from './choose-copy'

const copy = (change: Partial<Copy> = {}): Copy => ({
  file_id: change.path ?? 'f',
  path: '/comics/1.cbz',
  size: 20_000_000,
  modified_ms: 1,
  format: 'cbz',
  added_at: '2026-01-02T03:04:05.000Z',
  pages: 24,
  hash: null,
  digest: null,
  problem: null,
  missing_pages: null,
  language: null,
  wanted_language: 'en',
  is_tagged: false,
  issue_ids: ['i1'],
  ...change,
})

/** Each row is better by its own reason, although the other copy is better by the reason of the next row. */
const better: [why: string, kept: Partial<Copy>, other: Partial<Copy>][] = [
  ['the other one cannot be opened', {}, { problem: 'The ZIP is cut off.', issue_ids: ['i1', 'i2'] }],
  ['it holds 2 issues', { issue_ids: ['i1', 'i2'], missing_pages: '3' }, {}],
  ['the other one lacks page 3', {}, { missing_pages: '3', language: 'en' }],
  ['it is in the language of the series', { language: 'en-US', pages: 23 }, { language: 'fr' }],
  ['it has 25 pages, not 24', { pages: 25, format: 'pdf' }, {}],
  ['CBZ opens faster than CBR', {}, { format: 'cbr', is_tagged: true }],
  ['CBR opens faster than PDF', { format: 'cbr' }, { format: 'pdf' }],
  ['it contains metadata', { is_tagged: true, size: 10_000_000 }, {}],
  ['it is larger: 20 MB, not 10 MB', { added_at: '2026-02-02T03:04:05.000Z' }, { size: 10_000_000 }],
  ['it is larger: 3 kB, not 2.8 kB', { size: 3010 }, { size: 2790 }],
  ['it is slightly larger', {}, { size: 19_999_000 }],
  ['it was added first', { path: '/comics/long.cbz' }, { added_at: '2026-02-02T03:04:05.000Z' }],
  ['its path is the shorter one', { path: '/comics/2.cbz' }, { path: '/comics/01.cbz' }],
  ['its path is the shorter one', { path: '/comics/1.cbz' }, { path: '/comics/2.cbz' }],
]
test.each(better)('a copy is kept since %s', (why, kept, other) => {
  const [one, two] = [copy({ ...kept, file_id: 'kept' }), copy({ ...other, file_id: 'other' })]
  for (const copies of [
    [one, two],
    [two, one],
  ]) {
    const chosen = chooseCopy(copies, false)
    expect([chosen?.keep.file_id, chosen?.others.map(({ file_id }) => file_id)]).toEqual(['kept', ['other']])
    expect(chosen?.reason).toBe(`Keep this one: ${why}.`)
  }
})

test('of copies with equal pages the larger one is no better', () => {
  const [first, larger] = [copy({ size: 1 }), copy({ added_at: '2026-02-02T03:04:05.000Z', file_id: 'larger' })]
  expect(chooseCopy([larger, first], true)?.reason).toBe('Keep this one: it was added first.')
})

test('a language is no reason where the series has none', () => {
  const [one, other] = [copy({ wanted_language: null }), copy({ wanted_language: null, language: 'fr', pages: 25 })]
  expect(chooseCopy([one, other], false)?.reason).toBe('Keep this one: it has 25 pages, not 24.')
})

test('one copy alone leaves nothing to choose', () => {
  expect(chooseCopy([copy()], false)).toBeUndefined()
  expect(chooseCopy([], false)).toBeUndefined()
})
