import { describe, expect, test } from 'bun:test'
import { plus } from '../../../base/platform/clock'
import { changeAfterAttempt } from './change-after-attempt'
import type { DdlRow } from './store'

const NOW = '2026-11-21T08:00:00.000Z'
const MINUTE_MS = 60_000
const minutes = (count: number) => plus(NOW, count * MINUTE_MS)
const [A, B] = [
  { url: 'https://a.example/x', label: 'a' },
  { url: 'https://b.example/x', label: 'b' },
]
const row = (more: Partial<DdlRow> = {}) =>
  ({
    links: [A],
    link_at: 0,
    attempts: 0,
    moved_at: minutes(-1),
    blames: false,
    etag: '"1"',
    got: 5,
    ...more,
  }) as DdlRow
const LATER = { kind: 'later', detail: 'It broke off.', busy: false } as const
const BUSY = { ...LATER, busy: true } as const
const after = (of: Partial<DdlRow>, outcome: Parameters<typeof changeAfterAttempt>[1], moved = false) =>
  changeAfterAttempt(row(of), outcome, { now: NOW, stuckMs: 30 * MINUTE_MS, moved })

test('a full disk is retried in ten minutes, and does not count as an attempt', () => {
  expect(after({ attempts: 3 }, { kind: 'disk', detail: 'It is full.' })).toEqual({
    change: { status: 'Queued', retry_at: minutes(10), error: 'It is full.', updated_at: NOW },
  })
})

describe('an interrupted attempt', () => {
  test('counts, unless it received data: then it is the first again', () => {
    expect(after({ attempts: 3 }, LATER).change).toMatchObject({ status: 'Queued', attempts: 4 })
    expect(after({ attempts: 3 }, LATER, true).change).toMatchObject({ status: 'Queued', attempts: 1 })
    expect(after({}, LATER)).not.toHaveProperty('restUntil')
  })

  test('is the last but one of six', () => {
    expect(after({ attempts: 4 }, LATER).change.status).toBe('Queued')
    expect(after({ attempts: 5 }, LATER).change).toMatchObject({ status: 'Failed', blames: false })
  })

  test('is the second before another address is tried', () => {
    const two = { links: [A, B] }
    expect(after({ ...two, attempts: 0 }, LATER).change).toMatchObject({ attempts: 1, retry_at: minutes(1) })
    expect(after({ ...two, attempts: 1 }, LATER).change).toMatchObject({ link_at: 1, attempts: 0, status: 'Queued' })
    expect(after({ ...two, attempts: 1 }, LATER, true).change).not.toHaveProperty('link_at')
    expect(after({ ...two, link_at: 1, attempts: 1 }, LATER).change).toMatchObject({ attempts: 2 })
  })

  test('ends the download when nothing arrived for as long as the settings allow', () => {
    expect(after({ moved_at: minutes(-29) }, LATER).change).toMatchObject({ status: 'Queued', retry_at: minutes(1) })
    expect(after({ moved_at: minutes(-30) }, LATER).change.status).toBe('Failed')
    expect(after({ moved_at: minutes(-90) }, LATER, true).change.status).toBe('Queued')
    expect(after({ moved_at: null }, LATER).change.status).toBe('Queued')
  })

  test('waits no longer than that', () => {
    expect(after({ attempts: 2, moved_at: minutes(-1) }, LATER).change.retry_at).toBe(minutes(15))
    expect(after({ attempts: 2, moved_at: minutes(-20) }, LATER).change.retry_at).toBe(minutes(10))
    expect(after({ attempts: 2 }, { ...LATER, until: minutes(99) }).change.retry_at).toBe(minutes(99))
  })
})

describe('a busy host', () => {
  test('is not contacted by any download until then', () => {
    expect(after({}, { ...BUSY, until: minutes(7) })).toMatchObject({
      change: { retry_at: minutes(7), status: 'Queued' },
      restUntil: minutes(7),
    })
    expect(after({}, BUSY)).toMatchObject({ change: { retry_at: minutes(1) }, restUntil: minutes(1) })
  })

  test('is waited for as long as allowed when there is another address', () => {
    const two = { links: [A, B], moved_at: minutes(-90) }
    const soon = after(two, { ...BUSY, until: minutes(30) })
    expect([soon.change.link_at, soon.change.status]).toEqual([undefined, 'Queued'])
    const late = after(two, { ...BUSY, until: minutes(31) })
    expect(late).toMatchObject({ change: { link_at: 1, retry_at: null }, restUntil: minutes(31) })
    expect(after({ moved_at: minutes(-90) }, { ...BUSY, until: minutes(31) }).change).toMatchObject({
      status: 'Queued',
    })
  })
})

describe('a file that cannot be downloaded', () => {
  const lost = (of: Partial<DdlRow>, blames: boolean) => after(of, { kind: 'lost', detail: 'It is gone.', blames })

  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ link_at: 1, links: [A, B], blames: true }, true, true],
    [{ link_at: 1, links: [A, B], blames: false }, true, false],
    [{ link_at: 1, links: [A, B], blames: true }, false, false],
  ])('at the last address, %j, blames the release only when each address did: %p, %p', (of, blames, all) => {
    expect(lost(of, blames)).toEqual({
      change: { status: 'Failed', error: 'It is gone.', blames: all, retry_at: null, updated_at: NOW },
    })
  })

  test('is downloaded from the next address, from the beginning', () => {
    expect(lost({ links: [A, B], attempts: 3 }, true)).toEqual({
      dropPart: true,
      change: {
        status: 'Queued',
        link_at: 1,
        attempts: 0,
        etag: null,
        moved_at: null,
        got: 0,
        error: 'It is gone.',
        blames: true,
        retry_at: null,
        updated_at: NOW,
      },
    })
  })

  test.each([
    [{ sha1: 'a' }, { sha1: 'a' }, true],
    [{ md5: 'a' }, { md5: 'a' }, true],
    [{ sha1: 'a' }, { sha1: 'b' }, false],
    [{ md5: 'a', sha1: 'a' }, { md5: 'a', sha1: 'b' }, true],
    [{ md5: 'a' }, { sha1: 'a' }, false],
  ])('is resumed if both addresses promise the same bytes: %j, %j, %p', (first, second, same) => {
    const { dropPart = false, change } = lost(
      {
        links: [
          { ...A, ...first },
          { ...B, ...second },
        ],
      },
      true,
    )
    expect([dropPart, change.got]).toEqual(same ? [false, undefined] : [true, 0])
  })
})
