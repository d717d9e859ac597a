import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../../base/platform/files'
import { lineLog } from '../../../base/platform/log'
import type { ClientItem, DownloadClient } from '../clients/client'
import type { DownloadItem } from '../store'
import { inspectDownloads } from './inspection'

let folder: string
let log: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-look-'))
  log = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const item = (client_id: string | null, more: Partial<DownloadItem> = {}) =>
  ({
    item_id: `i${client_id}`,
    client: 'sab',
    client_name: 'One',
    client_id,
    content_path: null,
    ...more,
  }) as DownloadItem
const deps = () => ({
  files: systemFiles,
  log: lineLog(
    () => '',
    (line) => log.push(line),
  ),
  clients: { named: () => undefined, localPath: (_: string, path: string) => path.replace('/remote', folder) },
})
/** A client with this report for each of its jobs. */
function client(says: Record<string, ClientItem>, found: object = { ok: null }) {
  const inspections: string[][] = []
  const look = async (ids: string[]) => {
    inspections.push(ids)
    return { ok: new Map(Object.entries(says)) }
  }
  return { inspections, is: { label: 'SAB', inspect: look, find: async () => found } as unknown as DownloadClient }
}
const seen = async (sighting: ClientItem) =>
  (await inspectDownloads(deps(), client({ j: sighting }).is, [item('j')]))[0]

test('one request covers all items of a client that have an id', async () => {
  const { inspections, is } = client({ a: { state: 'queued' } })
  const looked = await inspectDownloads(deps(), is, [item('a'), item(null), item('b')])
  expect(inspections).toEqual([['a', 'b']])
  expect(looked.map(({ seen: { kind } }) => kind)).toEqual(['sighted', 'absent', 'absent'])
})

test('a client that is not set up, does not answer or breaks reports nothing', async () => {
  const kinds = async (is: DownloadClient | undefined) =>
    (await inspectDownloads(deps(), is, [item('a')])).map((looked) => looked.seen.kind as string)
  expect(await kinds(undefined)).toEqual(['unset'])
  const down = { label: 'SAB', inspect: async () => ({ failure: 'unreachable', detail: 'No.' }) }
  expect(await kinds(down as unknown as DownloadClient)).toEqual(['unreachable'])
  expect(log).toEqual([])
  const broken = { label: 'SAB', inspect: () => Promise.reject(new Error('a fault of ours')) }
  expect(await kinds(broken as unknown as DownloadClient)).toEqual(['unreachable'])
  expect(log.join()).toContain('a fault of ours')
})

test.each(['downloading', 'paused', 'unpacking', 'failed'] as const)(
  'the path does not matter while the item is %s',
  async (state) => {
    writeFileSync(join(folder, 'x'), 'x')
    expect(await seen({ state, path: '/remote/x' })).not.toHaveProperty('place')
  },
)

test.each(['done', 'seeding'] as const)('a path is readable when its content can be read, once %s', async (state) => {
  mkdirSync(join(folder, 'empty'))
  mkdirSync(join(folder, 'full'))
  writeFileSync(join(folder, 'full', 'x'), 'x')
  for (const [path, readable] of [
    ['full', true],
    ['full/x', true],
    ['empty', false],
    ['none', false],
  ] as const) {
    const place = { remote: `/remote/${path}`, local: join(folder, path), readable }
    expect(await seen({ state, path: `/remote/${path}` })).toMatchObject({ place })
  }
  expect(await seen({ state })).not.toHaveProperty('place')
})

test('a folder that cannot be listed is not readable', async () => {
  mkdirSync(join(folder, 'shut'))
  const list = () => Promise.reject(new Error('EACCES'))
  const { is } = client({ j: { state: 'done', path: '/remote/shut' } })
  const [looked] = await inspectDownloads({ ...deps(), files: { ...systemFiles, list } }, is, [item('j')])
  expect(looked?.place?.readable).toBe(false)
})

test('a job with another name is not ours, though it has our id', async () => {
  const { is } = client({ j: { state: 'done', path: '/remote/x', name: 'Another' } }, { ok: { id: 'k', added: true } })
  expect((await inspectDownloads(deps(), is, [item('j')]))[0]).toMatchObject({ seen: { kind: 'absent' }, found: 'k' })
})

test('an item that its client does not have is searched for by name, and at its last path', async () => {
  writeFileSync(join(folder, 'x'), 'x')
  const absent = async (found: object, content_path: string | null) =>
    (await inspectDownloads(deps(), client({}, found).is, [item('j', { content_path })]))[0]
  const local = join(folder, 'x')
  expect(await absent({ ok: { id: 'other', added: true } }, local)).toMatchObject({
    seen: { kind: 'absent' },
    found: 'other',
    place: { remote: local, local, readable: true },
  })
  expect(await absent({ ok: null }, null)).toEqual({
    item: expect.anything() as never,
    seen: { kind: 'absent' },
    found: null,
  })
  expect(await absent({ failure: 'unreachable', detail: 'No.' }, null)).not.toHaveProperty('found')
})
