import { describe, expect, test } from 'bun:test'
import type { ClientItem } from '../clients/client'
import { type ClientItemState, clientItemStates, stages } from '../states'
import type { DownloadItem } from '../store'
import { decideTracking, type ItemSighting, type TrackingDecision, type TrackingFacts } from './follow'

const NOW = '2026-11-21T12:00:00.000Z'
const ago = (minutes: number) => {
  const text = `2026-11-21T${String(Math.floor((720 - minutes) / 60)).padStart(2, '0')}`
  return `${text}:${String((720 - minutes) % 60).padStart(2, '0')}:00.000Z`
}

const item = (more: Partial<DownloadItem> = {}): DownloadItem => ({
  item_id: 'item',
  release_key: 'harbor-3|indexer a',
  digest: 'd',
  entity_type: 'issue',
  entity_id: 'harbor-3',
  comic_id: 'harbor',
  title: 'Harbor Lights 003',
  indexer_id: 'a',
  indexer: 'Indexer A',
  protocol: 'usenet',
  size: 100,
  pack: false,
  client: 'sab',
  client_name: 'Harbor Lights 003 [x]',
  client_id: 'job',
  stage: 'snatched',
  resolution: null,
  reason: null,
  grabbed_at: ago(60),
  updated_at: ago(60),
  origin: 'grab',
  requested_by: null,
  info_hash: null,
  content: null,
  added: true,
  client_instance: null,
  minimum_ratio: null,
  minimum_seed_seconds: null,
  content_path: null,
  bytes_done: null,
  stalled_since: null,
  missing_since: null,
  unreachable_since: null,
  held: null,
  again_at: null,
  cleared_at: null,
  ...more,
})

const rules = {
  placing: 'move',
  seed_ratio: null,
  seed_minutes: null,
  remove_completed: true,
  remove_failed: true,
} as const
const facts = (more: Partial<TrackingFacts> = {}): TrackingFacts => ({
  now: NOW,
  client: 'SABnzbd',
  looks: 1,
  failures: () => 0,
  rules,
  settings: { blocks: true, searches: true, stalled_hours: 24 },
  ...more,
})
const sighted = (sighting: ClientItem): ItemSighting => ({ kind: 'sighted', sighting })
const place = (readable: boolean, local = '/downloads/harbor', remote = local) => ({ remote, local, readable })
const all: [string, ItemSighting][] = [
  ['unreachable', { kind: 'unreachable' }],
  ['absent', { kind: 'absent' }],
  ['unset', { kind: 'unset' }],
  ...clientItemStates.map((state): [string, ItemSighting] => [state, sighted({ state, path: '/downloads/harbor' })]),
]

describe('an item that is not snatched, or already complete, does not follow its client', () => {
  const others = stages.filter((stage) => stage !== 'snatched')
  test.each(others.flatMap((stage) => all.map(([name, seen]) => [stage, name, seen] as const)))(
    '%s, %s',
    (stage, _, seen) => {
      const worst = facts({ looks: 99, found: null, place: place(true) })
      expect(decideTracking(item({ stage, missing_since: ago(600) }), seen, worst)).toEqual({ do: 'nothing' })
    },
  )
})

describe('a snatched item', () => {
  const expected: Record<ClientItemState | 'unreachable' | 'absent' | 'unset', TrackingDecision['do']> = {
    unreachable: 'note',
    absent: 'note',
    unset: 'end',
    queued: 'nothing',
    paused: 'nothing',
    downloading: 'nothing',
    stalled: 'nothing',
    checking: 'nothing',
    unpacking: 'nothing',
    done: 'arrive',
    seeding: 'arrive',
    failed: 'end',
  }
  test.each(all)('%s at the first check', (name, seen) => {
    const known = seen.kind === 'sighted' ? { place: place(true) } : { found: null }
    expect(decideTracking(item(), seen, facts(known)).do).toBe(expected[name as keyof typeof expected])
  })

  test.each(clientItemStates.filter((state) => !['done', 'seeding', 'failed'].includes(state)))(
    'and is %s after its client was silent is kept',
    (state) => {
      const before = item({ unreachable_since: ago(600), missing_since: ago(600) })
      const decision = decideTracking(before, sighted({ state }), facts())
      expect(decision).toEqual({ do: 'note', facts: { unreachable_since: null, missing_since: null } })
    },
  )
})

describe('a silent client', () => {
  const unreachable: ItemSighting = { kind: 'unreachable' }
  test('fails nothing, for any time', () => {
    expect(decideTracking(item(), unreachable, facts())).toEqual({ do: 'note', facts: { unreachable_since: NOW } })
    const day = item({ unreachable_since: '2026-11-20T12:00:00.000Z' })
    expect(decideTracking(day, unreachable, facts({ looks: 500 }))).toEqual({ do: 'nothing' })
  })
  test('restarts the wait for missing items', () => {
    expect(decideTracking(item({ unreachable_since: ago(1), missing_since: ago(9) }), unreachable, facts())).toEqual({
      do: 'note',
      facts: { missing_since: null },
    })
  })
})

describe('an item that its client does not have', () => {
  const absent: ItemSighting = { kind: 'absent' }
  test.each([
    ['is waited for', item(), { found: null }, { do: 'note', facts: { missing_since: NOW } }],
    ['is waited for ten minutes', item({ missing_since: ago(9) }), { found: null, looks: 99 }, { do: 'nothing' }],
    ['is searched for three times', item({ missing_since: ago(60) }), { found: null, looks: 2 }, { do: 'nothing' }],
    [
      'is undecided while the client does not answer',
      item({ missing_since: ago(60) }),
      { looks: 99 },
      { do: 'nothing' },
    ],
    ['has another id now', item(), { found: 'other' }, { do: 'note', facts: { client_id: 'other' } }],
    [
      'exists under its name',
      item({ missing_since: ago(3) }),
      { found: 'job' },
      { do: 'note', facts: { missing_since: null } },
    ],
    [
      'is still in its final path',
      item({ content_path: '/downloads/harbor' }),
      { found: null, place: place(true) },
      { do: 'arrive', content_path: '/downloads/harbor' },
    ],
  ] as [string, DownloadItem, Partial<TrackingFacts>, TrackingDecision][])('%s', (_, before, known, decision) => {
    expect(decideTracking(before, absent, facts(known))).toEqual(decision)
  })

  test('fails, nothing is blocked, and another release is searched for at once', () => {
    const decision = decideTracking(item({ missing_since: ago(10) }), absent, facts({ found: null, looks: 3 }))
    expect(decision).toEqual({
      do: 'end',
      held: null,
      end: {
        to: 'failed',
        at_step: 'download',
        reason: 'download_gone',
        detail: 'SABnzbd does not have it any more.',
        blames: false,
        again_at: NOW,
      },
    })
  })
})

describe('a failed download', () => {
  const failed = (more: Partial<ClientItem> = {}) =>
    sighted({ state: 'failed', detail: 'Repair failed.', blames: true, ...more })
  const end = (decision: TrackingDecision) => (decision.do === 'end' ? decision.end : undefined)

  test.each([
    [0, NOW],
    [1, '2026-11-21T12:10:00.000Z'],
    [2, '2026-11-21T13:00:00.000Z'],
    [3, '2026-11-21T18:00:00.000Z'],
  ])('after %d others within a week is followed by another release at %s', (failures, again_at) => {
    const decision = decideTracking(item(), failed(), facts({ failures: () => failures }))
    expect(decision).toMatchObject({ held: 'dropping' })
    expect(end(decision)).toMatchObject({
      to: 'failed',
      reason: 'download_failed_researching',
      detail: 'SABnzbd says: Repair failed.',
      blames: true,
      again_at,
    })
  })

  test('after four others is left to the user', () => {
    const last = end(decideTracking(item(), failed(), facts({ failures: () => 4 })))
    expect(last).toMatchObject({ reason: 'search_exhausted', blames: true })
    expect(last?.again_at).toBeUndefined()
    expect(last?.detail).toContain('5 failed releases within a week')
  })

  test('is left to the user when automatic searches are off, and blocked only if the settings say so', () => {
    const settings = { blocks: false, searches: false, stalled_hours: 0 }
    const last = end(decideTracking(item(), failed(), facts({ settings })))
    expect(last).toMatchObject({ reason: 'download_failed_no_auto_handling', blames: false })
    expect(last?.again_at).toBeUndefined()
  })

  test('that does not blame the release is not blocked, and not followed at once', () => {
    const last = end(decideTracking(item(), failed({ blames: false, detail: undefined as never }), facts()))
    expect(last).toMatchObject({ blames: false, again_at: '2026-11-21T12:10:00.000Z' })
    expect(last?.detail).toBe('SABnzbd reported a failure without a reason.')
  })

  test('that the user requested by its address is left to the user', () => {
    expect(end(decideTracking(item({ origin: 'request' }), failed(), facts()))?.reason).toBe(
      'download_failed_no_auto_handling',
    )
  })

  test('stays in its client when the client keeps failed downloads', () => {
    expect(decideTracking(item(), failed(), facts({ rules: { ...rules, remove_failed: false } }))).toMatchObject({
      held: null,
    })
  })
})

describe('a torrent without progress', () => {
  const torrent = (more: Partial<DownloadItem> = {}) => item({ protocol: 'torrent', ...more })
  const still = sighted({ state: 'stalled', done: 40 })

  test.each([
    ['is noted', torrent(), still, {}, { do: 'note', facts: { stalled_since: NOW, bytes_done: 40 } }],
    ['that downloads is unchanged', torrent(), sighted({ state: 'downloading', done: 40 }), {}, { do: 'nothing' }],
    [
      'without a byte since the last check is recorded too',
      torrent(),
      sighted({ state: 'downloading', done: 40 }),
      { before: 40 },
      { do: 'note', facts: { stalled_since: NOW, bytes_done: 40 } },
    ],
    ['waits', torrent({ stalled_since: ago(600), bytes_done: 40 }), still, {}, { do: 'nothing' }],
    [
      'continues when data arrived',
      torrent({ stalled_since: ago(600), bytes_done: 39 }),
      still,
      {},
      { do: 'note', facts: { stalled_since: null } },
    ],
    [
      'that the user paused waits for the user',
      torrent({ stalled_since: '2026-11-01T12:00:00.000Z', bytes_done: 40 }),
      sighted({ state: 'paused' }),
      {},
      { do: 'note', facts: { stalled_since: null } },
    ],
    [
      'is waited for indefinitely when no limit is set',
      torrent({ stalled_since: '2026-11-01T12:00:00.000Z', bytes_done: 40 }),
      still,
      { settings: { blocks: true, searches: true, stalled_hours: 0 } },
      { do: 'nothing' },
    ],
  ] as [string, DownloadItem, ItemSighting, Partial<TrackingFacts>, TrackingDecision][])(
    '%s',
    (_, before, seen, known, decision) => {
      expect(decideTracking(before, seen, facts(known))).toEqual(decision)
    },
  )

  test('for a day is given up', () => {
    const day = torrent({ stalled_since: '2026-11-20T12:00:00.000Z', bytes_done: 40 })
    expect(decideTracking(day, still, facts({ client: 'Deluge' }))).toMatchObject({
      do: 'end',
      held: 'dropping',
      end: { to: 'failed', reason: 'ddl_stalled', detail: 'Deluge got nothing of it for 24 hours.', blames: true },
    })
  })

  test('is not a rule for usenet', () => {
    expect(decideTracking(item(), still, facts({ before: 40 }))).toEqual({ do: 'nothing' })
  })
})

describe('a completed download that cannot be read here', () => {
  const done = sighted({ state: 'done', path: '/complete/harbor' })
  const hidden = place(false, '/mnt/complete/harbor', '/complete/harbor')

  test('is waited for ten minutes', () => {
    expect(decideTracking(item(), done, facts({ place: hidden }))).toEqual({
      do: 'note',
      facts: { missing_since: NOW, content_path: '/mnt/complete/harbor' },
    })
  })

  test('then needs the user, with both paths and the setting in the message', () => {
    const waited = item({ missing_since: ago(10), content_path: '/mnt/complete/harbor' })
    const decision = decideTracking(waited, done, facts({ place: hidden }))
    expect(decision).toMatchObject({ do: 'end', held: null, end: { to: 'manual_review', reason: 'path_not_readable' } })
    const detail = decision.do === 'end' ? decision.end.detail : ''
    for (const word of ['/complete/harbor', '/mnt/complete/harbor', 'path mapping']) expect(detail).toContain(word)
  })

  test.each([
    ['/complete/harbor', '/mnt/complete/harbor', 'at /complete/harbor, which is /mnt/complete/harbor here,'],
    ['/complete/harbor', '/complete/harbor', 'at /complete/harbor,'],
  ])('at %s there and at %s here is named once if both are the same', (remote, local, where) => {
    const waited = item({ missing_since: ago(10), content_path: local })
    const decision = decideTracking(waited, done, facts({ place: place(false, local, remote) }))
    expect(decision.do === 'end' && decision.end.detail).toStartWith(`SABnzbd has it ${where} and Panelkeep cannot`)
  })

  test('without a path from its client is treated the same', () => {
    const decision = decideTracking(item({ missing_since: ago(10) }), sighted({ state: 'done' }), facts())
    expect(decision).toMatchObject({ end: { detail: 'SABnzbd reports no folder for the download.' } })
  })
})

test('a wait that began while the clock was ahead restarts when the clock is set back', () => {
  const later = '2026-11-21T20:00:00.000Z'
  const torrent = item({ protocol: 'torrent', stalled_since: later, bytes_done: 5 })
  expect(decideTracking(torrent, sighted({ state: 'stalled', done: 5 }), facts())).toMatchObject({
    do: 'note',
    facts: { stalled_since: NOW },
  })
  expect(decideTracking(item({ missing_since: later }), { kind: 'absent' }, facts({ found: null }))).toMatchObject({
    do: 'note',
    facts: { missing_since: NOW },
  })
  expect(decideTracking(item({ missing_since: later }), sighted({ state: 'done' }), facts())).toMatchObject({
    do: 'note',
    facts: { missing_since: NOW },
  })
  expect(decideTracking(item({ unreachable_since: later }), { kind: 'unreachable' }, facts())).toMatchObject({
    do: 'note',
    facts: { unreachable_since: NOW },
  })
})
