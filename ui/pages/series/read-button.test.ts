import { describe, expect, test } from 'bun:test'
import { wireIssue } from '../../testing/wire-issue'
import { type IssueCard, issueCard, type ReadState } from './issue-card'
import { toRead } from './read-button'

/** 'r' read, 'b' begun, 'u' unread, 'x' without a file. */
const cards = (states: string): IssueCard[] =>
  [...states].map((state, at) => ({
    ...issueCard(
      wireIssue({
        id: `i${at + 1}`,
        number: String(at + 1),
        owned: state !== 'x',
        missing: state === 'x',
        location: state === 'x' ? null : '/comics/1.cbz',
      }),
    ),
    readAt: `2026-11-${20 - at}`,
    read: ({ r: 'read', b: 'reading' }[state] ?? 'unread') as ReadState,
  }))

describe('the next issue of a series', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['uuu', 'i1', 'Read #1'],
    ['u', 'i1', 'Read'],
    ['ruu', 'i2', 'Read #2'],
    ['rbu', 'i2', 'Continue #2'],
    // The issue read last, at any position.
    ['burb', 'i1', 'Continue #1'],
    ['rxu', 'i3', 'Read #3'],
    // A skipped issue in the middle is the one left to read.
    ['rur', 'i2', 'Read #2'],
    ['rrr', 'i1', 'Read again'],
    ['xx', undefined, undefined],
    ['', undefined, undefined],
  ])('%p: %p, %p', (states, id, words) => {
    const next = toRead(cards(states))
    expect([next?.id, next?.words]).toEqual([id, words])
  })

  test('a text-only book is not opened in the reader', () => {
    expect(toRead(cards('u').map((card) => ({ ...card, readable: false })))).toBeUndefined()
  })
})

test('an issue shows its reading progress', () => {
  const fields = { ...cards('u')[0], pageCount: 24, owned: true, location: '/1.cbz' } as never
  const of = (state: ReadState) =>
    issueCard({ ...(fields as object), displayState: 'Downloaded' } as never, {
      i1: { state, page: 4, percent: 0.2, read_at: '2026-11-20' },
    })
  expect(of('reading')).toMatchObject({ readWords: 'Page 5 of 24', readShare: 0.2, readable: true })
  expect(of('read')).toMatchObject({ readWords: 'Read', readShare: 0 })
})
