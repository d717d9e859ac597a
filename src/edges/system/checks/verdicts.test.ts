import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plus } from '../../../base/platform/clock'
import { acquisitionFindings } from './acquisition'
import { assistantFindings } from './assistant'
import { backupFindings } from './backups'
import type { HealthFinding } from './check'
import { clientFindings } from './clients'
import { clockFindings } from './clock'
import { databaseFindings } from './database'
import { diskFindings } from './disk-space'
import { feedGapFindings } from './feed-gaps'
import { type FolderFact, folderFindings } from './folders'
import { formatFindings } from './formats'
import { type IndexerFact, indexerFindings } from './indexers'
import { jobFindings } from './jobs'
import { logFindings } from './log'
import { type NetworkFact, networkFindings } from './network'
import { mappingFindings } from './path-mappings'
import { providerFindings } from './provider-keys'

const NOW = '2026-11-21T08:00:00.000Z'
const ago = (minutes: number) => plus(NOW, -minutes * 60_000)
const GB = 1_000_000_000
/** `error: message` of each. */
const sentences = (found: HealthFinding[]) => found.map(({ gravity, message }) => `${gravity}: ${message}`)

const folder = (more: Partial<FolderFact> = {}): FolderFact => ({
  role: 'comics',
  path: '/c',
  state: 'there',
  reason: null,
  writable: true,
  device: 1,
  free: 500 * GB,
  total: 1000 * GB,
  ...more,
})

describe('automatic searches', () => {
  const maintenance = (isAlive: boolean) =>
    ({ owner: 'repair', run_id: 'r', reason: 'A repair is running.', heartbeat_at: NOW, isAlive }) as const

  test('are reported when they wait for the user, and not when they wait for other reasons', () => {
    for (const state of ['open', 'paused', 'migrating'] as const)
      expect(acquisitionFindings({ state, maintenance: null })).toEqual([])
    expect(acquisitionFindings({ state: 'maintenance', maintenance: maintenance(true) })).toEqual([])
    const waiting = [
      { state: 'pending_preview', maintenance: null },
      { state: 'failed', maintenance: null },
      { state: 'maintenance', maintenance: maintenance(false) },
    ] as const
    expect(waiting.flatMap((view) => sentences(acquisitionFindings(view)))).toEqual([
      'warning: Automatic searches wait for your review after the migration.',
      'warning: The migration did not finish. Automatic searches wait.',
      'error: Maintenance (repair) stopped responding. Nothing is searched for automatically.',
    ])
  })
})

describe('folders', () => {
  test('are reported when missing, unreachable or read-only', () => {
    const all = [
      folder(),
      folder({ path: '/gone', state: 'missing', writable: false }),
      folder({ role: 'import', path: '/nas', state: 'unreachable', reason: 'Its disk does not respond.' }),
      folder({ role: 'backups', path: '/ro', writable: false }),
    ]
    expect(sentences(folderFindings(all))).toEqual([
      'error: Your comics folder /gone is not there.',
      'error: Your import folder /nas is out of reach. Its disk does not respond.',
      'warning: Panelkeep may not write into your folder for backups /ro.',
    ])
  })

  test('link to the page of their setting', () => {
    const missing = (['comics', 'import', 'finished', 'nzb', 'data'] as const).map((role) =>
      folder({ role, path: `/${role}`, state: 'missing' }),
    )
    expect(folderFindings(missing).map(({ page }) => page)).toEqual([
      '/settings#folders',
      '/settings#import-folder',
      '/settings#completed-downloads',
      '/settings#downloads-without-a-client',
      undefined as unknown as string,
    ])
  })
})

test('a disk is low under 5 percent or 2 GB, is named once, and a large one may be fuller', () => {
  const low = { free: 4 * GB, total: 100 * GB }
  const all = [
    folder({ path: '/a', ...low }),
    folder({ path: '/b', ...low }),
    folder({ path: '/tiny', device: 2, free: 1.9 * GB, total: 4 * GB }),
    folder({ path: '/full', device: 5, free: 0.02 * GB, total: 4 * GB }),
    folder({ path: '/large', device: 3, free: 150 * GB, total: 10_000 * GB }),
    folder({ path: '/fine', device: 4, free: 6 * GB, total: 100 * GB }),
    folder({ path: '/unknown', device: null, free: null, total: null }),
  ]
  expect(sentences(diskFindings(all))).toEqual([
    'warning: The disk of /a, /b has 4.0 GB left.',
    'error: The disk of /tiny has 1.9 GB left.',
    'error: The disk of /full has 20 MB left.',
  ])
})

test('the database needs free space for two copies, and is reported when it is too large', () => {
  expect(databaseFindings(undefined)).toEqual([])
  expect(databaseFindings({ bytes: 3e8, free: 7e8 })).toEqual([])
  expect(sentences(databaseFindings({ bytes: 3e8, free: 5e8 }))).toEqual([
    'warning: The library database has 300 MB, and its disk has room for less than two copies of it.',
  ])
  expect(sentences(databaseFindings({ bytes: 5e9, free: 1e12 }))).toEqual([
    'warning: The library database has grown to 5000 MB.',
  ])
})

test('a backup is reported when it failed, or is twice as old as planned', () => {
  const fact = { everyMinutes: 1440, newest: ago(1500), startedAt: ago(1500), failure: null }
  expect(backupFindings(fact, NOW)).toEqual([])
  expect(backupFindings({ ...fact, newest: null, startedAt: null }, NOW)).toEqual([])
  expect(backupFindings({ ...fact, everyMinutes: 0, newest: ago(90_000) }, NOW)).toEqual([])
  expect(sentences(backupFindings({ ...fact, newest: ago(3 * 1440) }, NOW))).toEqual([
    'warning: The newest sound backup is 3 days old.',
  ])
  expect(sentences(backupFindings({ ...fact, failure: 'The library database is damaged (page 3).' }, NOW))).toEqual([
    'error: The last backup failed. The library database is damaged (page 3).',
  ])
})

test('a log that cannot be written is reported with the reason', () => {
  expect(logFindings(undefined)).toEqual([])
  expect(sentences(logFindings('The log cannot be written to /l: full.'))).toEqual([
    'warning: The log cannot be written to /l: full.',
  ])
  const remedyOf = (reason: string) => logFindings(`The log cannot be written to /l: ${reason}`)[0]?.remedy
  expect(remedyOf('ENOSPC: no space left on device, write')).toContain('Free some space')
  expect(remedyOf("EACCES: permission denied, open '/l'")).not.toContain('space')
})

describe('the assistant', () => {
  const failing = { configured: true, failures_in_row: 3, last_failure: 'models.test failed (500).' }
  test.each([
    ['is not set up', { ...failing, configured: false }, []],
    ['failed twice', { ...failing, failures_in_row: 2 }, []],
    ['works', { ...failing, failures_in_row: 0, last_failure: null }, []],
    ['failed three times in a row', failing, ['notice: models.test failed (500).']],
  ])('that %s', (_what, fact, found) => {
    expect(sentences(assistantFindings(fact))).toEqual(found)
  })
})

describe('the clock', () => {
  const services = (...minutes: number[]) => minutes.map((each, at) => ({ host: `${at}`, aheadMs: each * 60_000 }))

  test('is right when services agree within five minutes, and without any of them', () => {
    expect(clockFindings([])).toEqual([])
    expect(clockFindings(services(4, -4))).toEqual([])
  })

  test('is not blamed for one service that is wrong', () => {
    expect(clockFindings(services(0, 0, 600))).toEqual([])
  })

  test('is reported with the size and direction of the error', () => {
    expect(sentences(clockFindings(services(59, 60, 61)))).toEqual([
      'warning: The clock of this machine is 60 minutes behind those of the services it asks.',
    ])
    expect(clockFindings(services(-7))[0]?.message).toContain('7 minutes ahead of')
  })
})

test('a download client that does not respond is a warning, and after 15 minutes an error', () => {
  const client = (failing_since: string | null, enabled = true) => ({
    client_id: 'c',
    name: 'SAB',
    enabled,
    failing_since,
    detail: 'It does not answer.',
  })
  const all = [client(null), client(ago(60), false), client(ago(1)), client(ago(15))]
  expect(sentences(clientFindings(all, NOW))).toEqual([
    'warning: SAB cannot be used. It does not answer.',
    'error: SAB cannot be used. It does not answer.',
  ])
})

test('a path mapping to a missing folder is reported, and so is a lost download', () => {
  const mapping = { client_id: 'c', client: 'SAB', remote: '/downloads', local: '/mnt/x' }
  const lost = { client_id: 'c', client: 'SAB', detail: 'SAB has it at /d, and Panelkeep cannot read that.' }
  expect(mappingFindings([{ ...mapping, is: 'there' }], [])).toEqual([])
  expect(sentences(mappingFindings([{ ...mapping, is: 'missing' }], [lost]))).toEqual([
    'error: SAB has it at /d, and Panelkeep cannot read that.',
    'warning: SAB: /downloads is mapped to /mnt/x, which does not exist.',
  ])
})

test('an indexer is reported when it rejects its key, limits requests, fails, or lacks the categories', () => {
  const indexer = (name: string, more: Partial<IndexerFact>): IndexerFact => ({
    indexer_id: name,
    name,
    failure: null,
    detail: `${name} is in trouble.`,
    failures_in_row: 1,
    lacks_categories: false,
    blocked_until: null,
    ...more,
  })
  const all = [
    indexer('well', {}),
    indexer('key', { failure: 'auth' }),
    indexer('enough', { failure: 'limit', blocked_until: ago(-30) }),
    indexer('rested', { failure: 'limit', blocked_until: ago(30) }),
    indexer('once', { failure: 'unreachable' }),
    indexer('often', { failure: 'unreachable', failures_in_row: 3 }),
    indexer('lacking', { lacks_categories: true }),
    indexer('off', { failure: 'disabled', failures_in_row: 9 }),
  ]
  expect(sentences(indexerFindings(all, NOW))).toEqual([
    'error: key is in trouble.',
    'warning: enough is in trouble.',
    'notice: once is in trouble.',
    'warning: often is in trouble.',
    'warning: lacking has none of the categories that are chosen for it.',
  ])
})

test('feed gaps, rejected keys, readers that do not start and failing jobs are reported', () => {
  expect(feedGapFindings([{ indexer_id: 'i', name: 'Alpha' }])[0]?.message).toContain('The feed of Alpha')
  const provider = { name: 'comicvine', label: 'ComicVine', detail: null, failures_in_row: 1 }
  const failures = ['auth', 'banned', 'limit', 'unreachable', 'unavailable', null] as const
  expect(sentences(providerFindings(failures.map((failure) => ({ ...provider, failure }))))).toEqual([
    'error: ComicVine cannot be queried.',
    'warning: ComicVine cannot be queried.',
    'notice: ComicVine cannot be queried.',
    'notice: ComicVine cannot be queried.',
  ])
  const lasting = { ...provider, failure: 'unreachable' as const, failures_in_row: 3 }
  expect(sentences(providerFindings([lasting]))).toEqual(['warning: ComicVine cannot be queried.'])
  expect(formatFindings(['RAR'])[0]?.message).toContain('RAR files cannot be read')
  const jobs = [0, 1, 2].map((failures_in_row) => ({ id: 'rss', label: 'Look', failures_in_row }))
  expect(sentences(jobFindings(jobs))).toEqual(['error: “Look” failed 2 times in a row.'])
})

describe('access from the network', () => {
  const tablet = { name: 'Tablet', created_at: ago(600), last_used_at: null, isHere: false }
  const network = (more: Partial<NetworkFact> = {}): NetworkFact => ({
    opds: true,
    listens: false,
    port: 8090,
    addresses: ['192.0.2.7'],
    isProxied: false,
    devices: [tablet],
    ...more,
  })

  test('is not checked without a device, without the catalog, or behind a proxy', () => {
    for (const more of [{ devices: [] }, { opds: false }, { isProxied: true }])
      expect(networkFindings(network(more), NOW)).toEqual([])
    expect(networkFindings(network({ devices: [{ ...tablet, isHere: true }] }), NOW)).toEqual([])
  })

  test('is reported while Panelkeep listens on this machine only', () => {
    expect(sentences(networkFindings(network(), NOW))).toEqual([
      'warning: Panelkeep listens on this machine only, so Tablet cannot reach the catalog.',
    ])
    expect(networkFindings(network({ devices: [{ ...tablet, last_used_at: ago(5) }] }), NOW)).toEqual([])
  })

  test('may be blocked by a firewall when no device has connected in time', () => {
    const [hint] = networkFindings(network({ listens: true }), NOW)
    expect(hint?.remedy).toBe(
      'Let port 8090 through the firewall of this machine, and see that the app asks 192.0.2.7.',
    )
    const fresh = { ...tablet, created_at: ago(5) }
    expect(networkFindings(network({ listens: true, devices: [fresh] }), NOW)).toEqual([])
    expect(networkFindings(network({ listens: true, devices: [{ ...tablet, last_used_at: ago(9000) }] }), NOW)).toEqual(
      [],
    )
  })
})

test('every finding links to an existing page', () => {
  const read = (folder: string, which: string) =>
    [...new Bun.Glob(which).scanSync(folder)].map((path) => readFileSync(join(folder, path), 'utf8')).join('\n')
  const ui = join(import.meta.dir, '../../../../ui')
  const [router, sections] = [read(ui, 'router.ts'), read(join(ui, 'pages/settings'), '**/*.ts')]
  const pages = read(import.meta.dir, '!(*.test).ts').match(/'\/(?:settings#|system)[\w/-]*'/g) ?? []
  expect(pages.length).toBeGreaterThan(8)
  for (const page of new Set(pages.map((quoted) => quoted.slice(1, -1)))) {
    const [path, section] = page.split('#')
    expect(router).toContain(`path: '${path}'`)
    if (section !== undefined) expect(sections).toContain(`key: '${section}'`)
  }
})
