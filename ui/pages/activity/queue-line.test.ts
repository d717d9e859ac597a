import { describe, expect, test } from 'bun:test'
import { type LiveProgress, type QueueRow, queueLine, shareWords } from './queue-line'

const row = (more: Partial<QueueRow> = {}): QueueRow =>
  ({
    ID: 'q1',
    label: 'Harbor #3',
    comicid: 'h',
    issueid: 'h3',
    image: null,
    filename: 'Harbor 003.cbz',
    status: 'Downloading',
    stage: 'snatched',
    state: 'downloading',
    since: null,
    done: 48_000_000,
    total: 120_000_000,
    progress: 40,
    speed: 2_300_000,
    eta: 240,
    priority: null,
    place: null,
    client: 'sabnzbd',
    client_label: 'SAB',
    site: 'a host',
    detail: null,
    item_id: 'i1',
    controls: [],
    ...more,
  }) as unknown as QueueRow
const live = (more: Partial<LiveProgress> = {}): LiveProgress => ({
  id: 'q1', status: 'downloading', percent: 50, bytes: 60_000_000, total: 120_000_000, speed: 0, eta: null, priority: null, place: null, ...more,
}) // biome-ignore format: one glance

describe('the state of a download', () => {
  test.each<[row: Partial<QueueRow>, word: string, moves: boolean]>([
    [{}, 'Downloading', true],
    [{ state: 'paused' as never }, 'Paused', false],
    [{ state: 'stalled' as never }, 'Stalled', true],
    [{ state: null }, 'Downloading', true],
    [{ state: null, status: 'Failed' as never }, 'Failed', false],
    [{ state: null, status: 'Elsewhere' as never }, 'Queued', false],
    // Panelkeep's own stage wins once Panelkeep has the files.
    [{ stage: 'post_processing' as never }, 'Importing', false],
    [{ stage: 'reserved' as never }, 'Queued', false],
    [{ since: '2026-11-21T08:00:00Z', stage: 'post_processing' as never }, 'Client not responding', false],
  ])('%j is %p', (more, word, moves) => {
    expect(queueLine(row(more))).toMatchObject({ word, moves })
  })

  test('follows events between two requests', () => {
    const line = queueLine(row({ state: 'queued' as never }), live())
    expect(line).toMatchObject({ word: 'Downloading', share: 0.5, facts: [expect.stringMatching(/^60.* of 120/)] })
    // An event without a total keeps the known total.
    expect(queueLine(row(), live({ total: 0 })).facts[0]).toMatch(/ of 120/)
  })
})

describe('the facts of a download', () => {
  test.each<[row: Partial<QueueRow>, facts: unknown[]]>([
    [{}, [expect.stringMatching(/^48.* of 120/), expect.stringMatching(/\/s$/), expect.stringMatching(/ left$/)]],
    [{ total: null, speed: null, eta: null }, [expect.stringMatching(/^48/)]],
    [{ total: null, done: null, speed: null, eta: null }, []],
    [{ total: 100_000_000, done: null, speed: null, eta: null }, [expect.stringMatching(/^0 .* of 100/)]],
    [{ state: 'paused' as never }, []],
  ])('%j are %j', (more, facts) => {
    expect(queueLine(row(more)).facts).toEqual(facts as string[])
  })

  test.each([
    [40, 0.4],
    [0, 0],
    [null, undefined],
  ])('at %p percent the share is %p', (progress, share) => {
    expect(queueLine(row({ progress })).share).toBe(share as never)
  })
})

describe('the order of a download', () => {
  test.each<[row: Partial<QueueRow>, order: string]>([
    [{ priority: 'high' }, 'High priority'],
    [{ place: 1200 }, 'No. 1,200 in queue'],
    [{ place: 0 }, ''],
    [{}, ''],
    [{ priority: 'high', state: 'done' as never }, ''],
    [{ priority: 'high', state: 'seeding' as never }, ''],
    [{ priority: 'high', stage: 'downloaded' as never }, ''],
    [{ priority: 'high', since: '2026-11-21T08:00:00Z' }, ''],
  ])('%j is %p', (more, order) => {
    expect(queueLine(row(more)).order).toBe(order)
  })

  test('is a priority if the client has priorities', () => {
    expect(queueLine(row({ priority: 'normal' })).hasPriority).toBe(true)
    expect(queueLine(row({ place: 3 })).hasPriority).toBe(false)
  })
})

test.each([
  ['sabnzbd', true],
  ['ddl', false],
  ['embedded', false],
  [null, false],
])('data may stay in the client %p: %p', (client, canKeep) => {
  expect(queueLine(row({ client: client as never })).canKeep).toBe(canKeep)
})

test('a paused download can be resumed, another one paused', () => {
  const controls = ['pause', 'resume', 'first'] as never
  expect(queueLine(row({ controls })).controls).toEqual(['pause', 'first'] as never)
  expect(queueLine(row({ controls, state: 'paused' as never })).controls).toEqual(['resume', 'first'] as never)
})

test('unknown facts are left blank', () => {
  const blank = queueLine(row({ filename: null, client_label: null, site: null, item_id: null }))
  expect([blank.file, blank.client, blank.itemId, blank.detail]).toEqual(['', '', undefined, ''])
  expect(queueLine(row({ client_label: null })).client).toBe('a host')
  expect(queueLine(row({ detail: 'It waits.', since: '2026-11-21T08:00:00Z' })).detail).toMatch(
    /^It waits\. Since .+\.$/,
  )
})

test.each([
  [undefined, ''],
  [0.419, '41%'],
  [1, '100%'],
])('the share %p is %p', (share, words) => {
  expect(shareWords(share)).toBe(words)
})
