import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import type { FileFacts, Files } from '../../base/platform/ports'
import type { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { ContentType } from '../../library/series/states'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { proposedRows } from '../../testing/imports/proposed-rows'
import { makeSeries } from '../../testing/make'
import { addProposal } from './proposals/store'
import type { Confirm } from './schema'
import { Imports } from './service'
import { CONFIRM, PACK, SCAN, UNDO } from './states'
import { currentScan, findScan } from './store'
import { importGroups, importInbox, importScans } from './tables'

/** When a scan or import may start, and the error when it may not. */

let db: Database
let clock: ReturnType<typeof fakeClock>
let events: AppEvent[]
let roots: string[]
let there: Record<string, FileFacts['kind']>
/** Running operations, and the state of the one that was started. */
let active: { kind: string; subject: string; operation_id: string }[]
let begun: { kind: string; subject: string; payload: object }[]
let ended: object | undefined
let settle: () => void
let cancels: boolean
let hasInbox: boolean
let imports: Imports
beforeEach(() => {
  db = testDatabase((event) => events.push(event))
  clock = fakeClock()
  ;[events, active, begun, ended, cancels, hasInbox] = [[], [], [], undefined, true, true]
  ;[roots, there] = [['/c'], { '/c': 'folder' }]
  const settled = new Promise<void>((done) => {
    settle = done
  })
  const operations = {
    active: (kind: string, subject: string) => active.filter((one) => one.kind === kind && one.subject === subject),
    enqueue: (operation: { kind: string; subject: string; payload: object }) => {
      begun.push(operation)
      return { operation_id: 'operation' }
    },
    cancel: () => cancels,
    find: () => ended,
    finished: () => settled,
  }
  const files = {
    real: async (path: string) => {
      if (path === '/silent') throw new Error('EIO')
      return there[path] === 'link' ? '/real' : there[path] && path
    },
    stat: async (path: string) => {
      if (path === '/shut') throw new Error('EACCES')
      return there[path] && { kind: there[path] }
    },
  } as unknown as Files
  let made = 0
  const random = { id: () => `new-${++made}` } as never
  imports = new Imports({ db, clock, random, files, operations: operations as never, folders: () => ({ roots, others: [] }), hasInbox: () => hasInbox }) // biome-ignore format: one row
})
afterEach(() => db.close())

const busy = (kind: string, subject: ContentType = 'comic') => active.push({ kind, subject, operation_id: 'busy' })
const refused = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    return `${(error as Refusal).kind}: ${(error as Refusal).detail}`
  }
  return 'nothing'
}

test('files of an import folder that is no longer set do not wait', () => {
  const from = { size: 1, modified_ms: 1, content_type: 'comic', match_source: 'filename' } as const
  const about = {
    series_name: 'Harbor Lights',
    match_key: 'harborlights',
    kind: 'issue',
    unit: 'issue',
    number: '3',
  } as const
  const row = { imp_id: 'f3', path: '/inbox/Harbor Lights 3.cbz', ...from, ...about, first_seen_at: clock.now() }
  db.write((tx) => tx.insert(importInbox).values(row).run())
  expect(imports.waiting()).toEqual({ comic: 0, manga: 0, inbox: 1 })
  hasInbox = false
  expect(imports.waiting()).toEqual({ comic: 0, manga: 0, inbox: 0 })
})

describe('a scan', () => {
  test('starts with its row', async () => {
    expect(await imports.scan('comic')).toBe('operation')
    expect(begun).toEqual([{ kind: SCAN, subject: 'comic', payload: { kind: 'comic', scan_id: 'new-1' } }])
    expect(currentScan(db.read, 'comic')).toMatchObject({
      scan_id: 'new-1',
      state: 'scanning',
      started_at: clock.now(),
    })
    await imports.scan('manga', { quiet: true })
    expect(begun.at(-1)?.payload).toMatchObject({ quiet: true })
  })

  test.each<[string, string, ContentType, string]>([
    ['another scan', SCAN, 'comic', 'invalid: A scan of comics is running. Wait until it has finished, or cancel it.'],
    [
      'an import',
      CONFIRM,
      'comic',
      'invalid: An import of comics is running. Wait until it has finished, or cancel it.',
    ],
    ['an undo', UNDO, 'comic', 'conflict: An import of comics is being undone. Wait until it has finished.'],
    ['a scan of the other kind', SCAN, 'manga', 'nothing'],
  ])('while %s is running', async (_, kind, subject, sentence) => {
    busy(kind, subject)
    expect(await refused(() => imports.scan('comic'))).toBe(sentence)
    expect(begun).toHaveLength(sentence === 'nothing' ? 1 : 0)
  })

  test.each<[string, string[], string]>([
    ['without a folder', [], 'No folder for comics is configured'],
    ['with a missing folder', ['/c', '/gone'], 'There is no folder at /gone'],
    ['with a file as a folder', ['/file'], 'There is no folder at /file'],
    ['with a disk that does not answer', ['/silent'], 'There is no folder at /silent'],
    ['with a disk that refuses', ['/shut'], 'There is no folder at /shut'],
    ['with a folder behind a link', ['/link'], 'nothing'],
  ])('%s', async (_, folders, sentence) => {
    there = { ...there, '/file': 'file', '/link': 'link', '/real': 'folder', '/shut': 'folder', '/silent': 'folder' }
    roots = folders
    expect(await refused(() => imports.scan('comic'))).toContain(sentence)
  })

  test.each([
    [SCAN, true, 'nothing'],
    [CONFIRM, true, 'nothing'],
    [SCAN, false, 'conflict: No scan or import of manga is running.'],
    [UNDO, true, 'conflict: No scan or import of manga is running.'],
  ])('is cancelled: %s, %p', async (kind, is, sentence) => {
    cancels = is
    busy(kind, 'manga')
    expect(await refused(() => imports.cancel('manga'))).toBe(sentence)
  })
})

describe('an import', () => {
  const rows = () => proposedRows(db)
  const confirm = (body: Partial<Confirm> = {}) => {
    const done = imports.confirm('comic', { scan_id: 'scan', selected_ids: ['local-Harbor Lights'], ...body } as never)
    settle()
    return done
  }
  const group_ids = () => (begun[0]!.payload as { group_ids: string[] }).group_ids
  beforeEach(() => {
    rows().scan()
    rows().group('Harbor Lights', [1])
  })

  test('starts with the chosen groups, each once', async () => {
    rows().group('Copper Orchard', [1])
    expect(await confirm({ selected_ids: ['local-Copper Orchard', 'local-Harbor Lights', 'local-Copper Orchard'] })).toEqual({ done: false, operation_id: 'operation' }) // biome-ignore format: one row
    expect(group_ids()).toEqual(['scan Copper Orchard', 'scan Harbor Lights'])
    expect([begun[0]?.kind, findScan(db.read, 'scan')?.state]).toEqual([CONFIRM, 'importing'])
    expect(events.at(-1)).toMatchObject({ type: 'import.progress', status: 'importing' })
  })

  test('finds a group by the id of its provider series, and two groups of one series together', async () => {
    rows().group('Harbor Lights (2)', [2])
    const facts = {
      publisher: null,
      issue_count: null,
      image_url: null,
      url: null,
      issues: null,
      cover: null,
      parts: [],
    }
    for (const comic_id of ['local-Harbor Lights', 'local-Harbor Lights (2)']) {
      const about = {
        provider: 'comicvine',
        provider_id: '7',
        series_id: '7',
        name: 'Harbor Lights',
        year: 2015,
      } as const
      const record = { provider: 'comicvine', provider_id: '7', facts: {}, ids: {} } as const
      db.write((tx) => addProposal(tx, comic_id, { ...facts, ...about, record, confidence: 97, said: false }, { id: () => comic_id })) // biome-ignore format: one row
    }
    await confirm({ selected_ids: ['7'] })
    expect(group_ids()).toEqual(['scan Harbor Lights', 'scan Harbor Lights (2)'])
  })

  test.each<[string, Partial<Confirm>, string]>([
    ['without its scan', { scan_id: '' }, 'invalid: Say which scan is confirmed'],
    ['of another scan', { scan_id: 'other' }, 'conflict: A newer scan has finished'],
    ['of nothing', { selected_ids: [] }, 'invalid: Choose at least one series'],
    ['of a blank id', { selected_ids: [''] }, 'invalid: Choose at least one series'],
    ['with proposals that the scan did not find', { selected_ids: ['none'] }, 'invalid: The scan did not find none'],
    ['with a change of a proposal that was not chosen', { changes: { other: { name: 'x' } } }, 'invalid: other is changed but not chosen'],
  ])('%s is refused', async (_, body, sentence) => {
    expect(await refused(() => confirm(body))).toContain(sentence)
    expect([begun, findScan(db.read, 'scan')?.state]).toEqual([[], 'completed'])
  }) // biome-ignore format: a table

  test('is refused before a scan, during a scan, and for a scan without results', async () => {
    expect(await refused(() => imports.confirm('manga', { scan_id: 'x', selected_ids: ['a'] } as never))).toBe('invalid: There are no results: scan your manga first.') // biome-ignore format: one row
    db.write((tx) => tx.update(importScans).set({ state: 'cancelled' }).run())
    expect(await refused(() => confirm())).toContain('no results that can be confirmed')
    db.write((tx) => {
      tx.update(importScans).set({ state: 'completed' }).run()
      tx.update(importGroups).set({ imported_at: clock.now() }).run()
    })
    expect(await refused(() => confirm())).toContain('no results that can be confirmed')
  })

  test.each([
    [UNDO, 'being undone'],
    [CONFIRM, 'An import of comics is running'],
    [SCAN, 'A scan of comics is running. Wait until that has finished.'],
    [PACK, 'Pictures of comics are being packed. Wait until that has finished.'],
  ])('is refused while %s is running', async (kind, sentence) => {
    busy(kind)
    expect(await refused(() => confirm())).toContain(sentence)
  })

  test('gets the corrections of new series, and refuses those of others', async () => {
    makeSeries(db, { comic_id: 'Tide', name: 'Tide' })
    rows().libraryGroup('Quiet Signal', [1])
    const changes = { 'local-Harbor Lights': { name: ' Port Lamps ', year: 2011 } }
    await confirm({ changes })
    expect(begun[0]?.payload).toMatchObject({
      corrections: { 'scan Harbor Lights': { name: 'Port Lamps', year: 2011 } },
    })
    db.write((tx) => tx.update(importScans).set({ state: 'completed' }).run())
    const known = { selected_ids: ['Quiet Signal'], changes: { 'Quiet Signal': { year: 2011 } } }
    expect(await refused(() => confirm(known))).toContain('Quiet Signal is already in the library; change it there')
    expect(await refused(() => confirm({ ...known, selected_ids: ['local-Harbor Lights'] }))).toContain('changed but not chosen') // biome-ignore format: one row
    await confirm({ changes: { 'local-Harbor Lights': { year: null } } })
    expect(begun.at(-1)?.payload).toMatchObject({ corrections: { 'scan Harbor Lights': { year: null } } })
  })

  test.each<[object, string]>([
    [{ state: 'failed', error: 'The disk is full.' }, 'unavailable: The disk is full.'],
    [{ state: 'failed', error: null }, 'unavailable: The import failed.'],
    [{ state: 'cancelled' }, 'conflict: The import was cancelled. What was imported stays.'],
  ])('that ended as %j says so', async (end, sentence) => {
    ended = end
    expect(await refused(() => confirm())).toBe(sentence)
  })

  test.each([
    [[], true],
    [[{ comicid: 'a', error: 'It is cut off.' }], false],
  ])('that is done reports its result: %j', async (errors, success) => {
    ended = { state: 'succeeded', detail: { imported: 1, errors } }
    expect(await confirm()).toEqual({ done: true, operation_id: 'operation', success, imported: 1, errors })
  })

  test('is waited for ten seconds, and continues in the background', async () => {
    ended = { state: 'running' }
    let answer: unknown
    void imports.confirm('comic', { scan_id: 'scan', selected_ids: ['local-Harbor Lights'] } as never).then((reply) => {
      answer = reply
    })
    await clock.advance('9 s')
    expect(answer).toBeUndefined()
    await clock.advance('1 s')
    expect(answer).toEqual({ done: false, operation_id: 'operation' })
  })
})
