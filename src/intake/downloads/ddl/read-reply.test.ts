import { expect, test } from 'bun:test'
import { fakeClock } from '../../../testing/fakes/clock'
import { Meter } from './meter'
import { nameInUrl } from './naming'
import { hostOf, pick } from './pick'
import { nameIn, readAnswer } from './read-reply'
import type { DdlRow } from './store'

const NOW = '2026-11-21T08:00:00.000Z'
const ANY = { from: 0, size: null, now: NOW }

const CASES: [status: number, headers: Record<string, string>, request: object, means: Record<string, unknown>][] = [
  [200, { 'content-length': '9', etag: '"a"' }, {}, { kind: 'body', from: 0, total: 9, tag: '"a"' }],
  [200, { 'content-length': '9' }, { size: 9 }, { kind: 'body', total: 9 }],
  [200, { 'content-length': '9' }, { size: 8 }, { kind: 'lost', blames: true }],
  [200, { 'content-length': 'nine' }, { size: 8 }, { kind: 'body', total: undefined }],
  [200, { etag: 'W/"a"', 'last-modified': 'Fri' }, {}, { kind: 'body', tag: 'Fri' }],
  [200, { etag: 'a' }, {}, { kind: 'body', tag: undefined }],
  [200, { 'content-length': '9', etag: '"a"', 'content-encoding': 'gzip' }, { size: 8 }, { kind: 'body', total: undefined, tag: undefined }],
  [200, { 'content-length': '9', 'content-encoding': 'identity' }, {}, { kind: 'body', total: 9 }],
  [200, { 'content-type': 'Text/HTML; charset=utf-8' }, {}, { kind: 'lost', blames: true }],
  [200, { 'content-type': 'application/xhtml+xml' }, {}, { kind: 'lost' }],
  [206, { 'content-range': 'bytes 5-8/9' }, { from: 5 }, { kind: 'body', from: 5, total: 9 }],
  [206, { 'content-range': 'bytes 5-8/*' }, { from: 5 }, { kind: 'body', from: 5, total: undefined }],
  [206, { 'content-range': 'bytes 4-8/9' }, { from: 5 }, { kind: 'anew' }],
  [206, {}, { from: 0 }, { kind: 'anew' }],
  [206, { 'content-range': 'bytes 5-8/9', 'content-encoding': 'br' }, { from: 5 }, { kind: 'anew' }],
  [416, { 'content-range': 'bytes */5' }, { from: 5 }, { kind: 'whole' }],
  [416, { 'content-range': 'bytes */5' }, { from: 5, size: 5 }, { kind: 'whole' }],
  [416, { 'content-range': 'bytes */5' }, { from: 5, size: 6 }, { kind: 'anew' }],
  [416, { 'content-range': 'bytes */6' }, { from: 5 }, { kind: 'anew' }],
  [416, {}, { from: 5, size: 5 }, { kind: 'whole' }],
  [416, {}, { from: 5 }, { kind: 'anew' }],
  [429, { 'retry-after': '60' }, {}, { kind: 'later', busy: true, until: '2026-11-21T08:01:00.000Z', detail: 'Its request limit is reached for now.' }],
  [503, {}, {}, { kind: 'later', busy: true, until: undefined, detail: 'It is too busy now.' }],
  [500, {}, {}, { kind: 'later', busy: false }],
  [502, {}, {}, { kind: 'later', busy: false }],
  [408, {}, {}, { kind: 'later', busy: false }],
  [425, {}, {}, { kind: 'later', busy: false }],
  [401, {}, {}, { kind: 'lost', blames: true, detail: 'It does not let everybody have the file (status 401).' }],
  [403, {}, {}, { kind: 'lost', detail: 'It does not let everybody have the file (status 403).' }],
  [407, {}, {}, { kind: 'lost', detail: 'It does not let everybody have the file (status 407).' }],
  [404, {}, {}, { kind: 'lost', detail: 'The file no longer exists.' }],
  [410, {}, {}, { kind: 'lost', detail: 'The file no longer exists.' }],
  [418, {}, {}, { kind: 'lost', blames: true, detail: 'It answered with status 418 in place of a file.' }],
  [204, {}, {}, { kind: 'lost', blames: true }],
] // biome-ignore format: a table

test.each(CASES)('status %p with %j, asked %j, means %j', (status, headers, request, means) => {
  const answered: Record<string, unknown> = {
    ...readAnswer({ status, headers: new Headers(headers) }, { ...ANY, ...request }),
  }
  for (const [field, value] of Object.entries(means)) expect(answered[field]).toBe(value)
})

test.each([
  ['attachment', undefined],
  ['attachment; filename=x.cbz', 'x.cbz'],
  ['attachment; filename="a \\"b\\".cbz"; size=3', 'a "b".cbz'],
  ["attachment; filename=x.cbz; filename*=UTF-8''F%C3%AArn.cbz", 'Fêrn.cbz'],
  ["attachment; filename=x.cbz; filename*=UTF-8''%E0%A4%A", 'x.cbz'],
])('%s names %p', (header, name) => {
  expect(nameIn(new Headers({ 'content-disposition': header }))).toBe(name as string)
})

test.each([
  ['https://a.example/Fern%20001.cbz?x=y.z', 'Fern 001.cbz'],
  ['https://a.example/a/b.cbz/', undefined],
  ['https://a.example/get', undefined],
  ['https://a.example/bad%E0%A4.cbz', 'bad%E0%A4.cbz'],
  ['nonsense', undefined],
  [undefined, undefined],
])('of %p the name is %p', (link, name) => {
  expect(nameInUrl(link)).toBe(name as string)
})

test('how fast something moves is what came in the last ten seconds', async () => {
  const clock = fakeClock()
  const meter = new Meter(clock)
  expect(meter.speed()).toBeUndefined()
  meter.moved(0)
  expect(meter.speed()).toBeUndefined()
  await clock.advance('1 s')
  meter.moved(1000)
  expect(meter.speed()).toBe(1000)
  for (let second = 0; second < 20; second++) {
    await clock.advance('1 s')
    meter.moved(1000 + (second + 1) * 5000)
  }
  expect(meter.speed()).toBe(5000)
  await clock.advance('10 s')
  expect(meter.speed()).toBeGreaterThan(0)
  await clock.advance('1 s')
  expect(meter.speed()).toBe(0)
})

test('what was begun anew does not move backwards', async () => {
  const clock = fakeClock()
  const meter = new Meter(clock)
  meter.moved(5000)
  await clock.advance('2 s')
  meter.moved(1000)
  expect(meter.speed()).toBe(0)
})

test('it is the turn of two at most, one of each host, in their order; what waits says when to look again', () => {
  const row = (ddl_id: string, host: string, retry_at: string | null = null) =>
    ({ ddl_id, links: [{ url: `https://${host}/x` }], link_at: 0, retry_at, updated_at: NOW }) as unknown as DdlRow
  const turn = (rows: DdlRow[], ids: string[] = [], hosts: string[] = [], rests: [string, string][] = []) => {
    const waits = rests.map(([host, until]) => [host, { from: NOW, until }] as const)
    const picked = pick(rows, { ids: new Set(ids), hosts: new Set(hosts), rests: new Map(waits) }, NOW)
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
  expect(hostOf({ links: [], link_at: 0 })).toBe('')
})
