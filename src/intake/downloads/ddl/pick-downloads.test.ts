import { expect, test } from 'bun:test'
import { downloadHost, pickDownloads } from './pick-downloads'
import type { DdlRow } from './store'

const NOW = '2026-11-21T08:00:00.000Z'
const SOON = '2026-11-21T08:10:00.000Z'
const row = (more: Partial<DdlRow> = {}) =>
  ({
    ddl_id: 'one',
    links: [{ url: 'https://files.test/one' }],
    link_at: 0,
    retry_at: null,
    updated_at: NOW,
    ...more,
  }) as DdlRow
const idle = { ids: new Set<string>(), hosts: new Set<string>(), rests: new Map() }
const begun = (rows: DdlRow[], running: Parameters<typeof pickDownloads>[1] = idle) => {
  const { start, wake } = pickDownloads(rows, running, NOW)
  return { start: start.map(({ ddl_id }) => ddl_id), wake }
}

test('a download that waits for a retry, or for its host, waits until the later of both', () => {
  expect(begun([row()])).toEqual({ start: ['one'], wake: undefined })
  expect(begun([row({ retry_at: SOON })])).toEqual({ start: [], wake: SOON })
  const rests = new Map([['files.test', { from: NOW, until: '2026-11-21T08:20:00.000Z' }]])
  expect(begun([row({ retry_at: SOON })], { ...idle, rests })).toEqual({
    start: [],
    wake: '2026-11-21T08:20:00.000Z',
  })
})

test('a wait that began while the clock was ahead is over when it is set back', () => {
  const from = '2026-11-21T11:00:00.000Z'
  const until = '2026-11-21T11:10:00.000Z'
  expect(begun([row({ retry_at: until, updated_at: from })])).toEqual({ start: ['one'], wake: undefined })
  const rests = new Map([['files.test', { from, until }]])
  expect(begun([row()], { ...idle, rests })).toEqual({ start: ['one'], wake: undefined })
})

test('two downloads start at most, one per host, in order; others tell when to check again', () => {
  const row = (ddl_id: string, host: string, retry_at: string | null = null) =>
    ({ ddl_id, links: [{ url: `https://${host}/x` }], link_at: 0, retry_at, updated_at: NOW }) as unknown as DdlRow
  const turn = (rows: DdlRow[], ids: string[] = [], hosts: string[] = [], rests: [string, string][] = []) => {
    const waits = rests.map(([host, until]) => [host, { from: NOW, until }] as const)
    const picked = pickDownloads(rows, { ids: new Set(ids), hosts: new Set(hosts), rests: new Map(waits) }, NOW)
    return [picked.start.map(({ ddl_id }) => ddl_id).join(), picked.wake]
  }
  const [later, latest] = ['2026-11-21T08:00:01.000Z', '2026-11-21T09:00:00.000Z']
  expect(turn([row('a', 'x'), row('b', 'x'), row('c', 'y'), row('d', 'z')])).toEqual(['a,c', undefined])
  expect(turn([row('a', 'x'), row('b', 'y'), row('c', 'z')], ['a'], ['x'])).toEqual(['b', undefined])
  expect(turn([row('a', 'x'), row('b', 'x')], ['a'], ['x'])).toEqual(['', undefined])
  expect(turn([row('a', 'x', latest), row('b', 'y', later), row('c', 'z', NOW)])).toEqual(['c', later])
  expect(turn([row('a', 'x'), row('b', 'y')], [], [], [['x', latest]])).toEqual(['b', latest])
  expect(turn([row('a', 'x', later)], [], [], [['x', latest]])).toEqual(['', latest])
  expect(turn([row('a', 'x', latest)], [], [], [['x', later]])).toEqual(['', latest])
  expect(downloadHost({ links: [], link_at: 0 })).toBe('')
})
