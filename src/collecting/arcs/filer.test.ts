import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { fileOf } from '../../library/series/file-store'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { ArcFiler } from './filer'
import * as filed from './files-store'
import { UNMATCHED } from './lists'
import { ARC_FILES } from './states'
import * as store from './store'

/** Two arcs with the same issue. The importer and the journal of the test record their calls. */
const NOW = '2026-11-21T08:00:00.000Z'
let db: Database
let clock: ReturnType<typeof fakeClock>
let calls: unknown[][]
let log: unknown[]
let running: unknown[]
let settings: { isOn: boolean; placing: 'copy' | 'move' | 'softlink'; permissions: undefined }
let failing: Error | undefined
let filer: ArcFiler
beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
  calls = []
  log = []
  running = []
  failing = undefined
  settings = { isOn: true, placing: 'copy', permissions: undefined }
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2])
  db.write((tx) => {
    for (const arc_id of ['C0001', 'C0002']) {
      store.insertArc(tx, { arc_id, name: arc_id, source: 'own', ordered_by: 'user' }, NOW)
      const dates = { year: null, title: null, issue_date: null, release_date: null, book_type: null }
      store.addArcIssues(tx, store.findArc(tx, arc_id)!, [{ added_by: 'list', series: '', series_key: '', volume: null, number: '1', ...dates, ids: [], ...UNMATCHED, candidates: [], issue_id: 'harbor-1' }], NOW) // biome-ignore format: one line
    }
  })
  const note = (name: string) => async (...of: unknown[]) => void calls.push([name, ...of])
  filer = new ArcFiler({
    db,
    clock,
    log: { warn: (...of: unknown[]) => void log.push(of) } as never,
    files: { real: async (path: string) => `/real${path}`, stat: async () => undefined, list: async () => [] } as never,
    operations: { active: (kind: string) => (kind === ARC_FILES ? running : []), enqueue: (of: unknown) => void calls.push(['enqueue', of]) } as never,
    journal: { beginBatch: () => 'batch', endBatch: note('end'), moveFile: note('move') } as never,
    importer: {
      openFolder: note('open'),
      async import(of: { id: string; source: string; wanted: string }) {
        if (failing) throw failing
        calls.push(['import', of.id, of.source, of.wanted])
      },
    } as never,
    folders: { folderOf: async (arc: string) => `/arcs/${arc}`, nameOf: (_row: unknown, name: string) => `001-${name}` } as never,
    settings: () => settings,
  })
}) // biome-ignore format: one glance
afterEach(async () => {
  await filer.stop()
  db.close()
})

const tools = (signal = new AbortController().signal) => ({ signal, operation_id: 'o', report: (progress: number, detail: unknown) => void calls.push(['report', progress, { ...(detail as object) }]) }) as never // biome-ignore format: one line
const run = (signal?: AbortSignal) => filer.run({}, tools(signal))
const made = () => calls.filter(([name]) => name !== 'report')
const file = (path = '/library/1.cbz') => makeFile(db, { path, issues: ['harbor-1'] })
const arcFile = (row: string) => filed.findArcFile(db.read, row)?.file_id

describe('files of the library', () => {
  test('are put into the folder of each arc that has their issue', async () => {
    file()
    expect(await run()).toEqual({ files: 2, failed: 0 })
    expect(made()).toEqual([
      ['import', 'C0001_1', '/library/1.cbz', '/arcs/C0001/001-1.cbz'],
      ['import', 'C0002_1', '/library/1.cbz', '/arcs/C0002/001-1.cbz'],
    ])
    expect(calls.filter(([name]) => name === 'report').map(([, progress]) => progress)).toEqual([0.5, 1])
  })

  test('are linked at their real paths', async () => {
    settings.placing = 'softlink'
    file()
    await run()
    expect(made()[0]).toEqual(['import', 'C0001_1', '/real/library/1.cbz', '/arcs/C0001/001-1.cbz'])
  })

  test('already in the folder are recorded and not added again', async () => {
    file()
    const here = file('/arcs/C0001/1.cbz')
    expect(await run()).toEqual({ files: 1, failed: 0 })
    expect([arcFile('C0001_1'), made().map(([, id]) => id)]).toEqual([here, ['C0002_1']])
  })

  test('are moved to the first of several arcs and stay there', async () => {
    settings.placing = 'move'
    const id = file()
    expect(await run()).toEqual({ files: 1, failed: 0 })
    expect(made()).toEqual([['open', '/arcs/C0001', undefined], ['move', 'batch', { file_id: id, to: '/arcs/C0001/001-1.cbz' }]]) // biome-ignore format: one line
    expect([arcFile('C0001_1'), arcFile('C0002_1'), fileOf(db.read, 'harbor-1')?.file_id]).toEqual([id, id, id])
    expect([filed.hasUnfiledRows(db.read), filed.unfiledRows(db.read)]).toEqual([false, []])
  })

  test.each([
    [new Refusal('conflict', 'Connect its disk.'), 'Connect its disk.'],
    [new Error('EIO'), undefined],
  ])('that cannot be filed are logged, and the others are still filed (%s)', async (error, detail) => {
    file()
    failing = error
    expect(await run()).toEqual({ files: 0, failed: 2 })
    expect(log).toMatchObject([['arcs', 'file not added to the folder of its story arc', { row: 'C0001_1', detail, error }], ['arcs', expect.anything(), { row: 'C0002_1' }]]) // biome-ignore format: one line
  })

  test('wait for the next start when the process stops', async () => {
    file()
    expect(await run(AbortSignal.abort())).toBeUndefined()
    expect(calls).toEqual([])
  })

  test('of removed rows and of issues without a file are not filed', async () => {
    file()
    db.write((tx) => {
      store.changeArcIssue(tx, 'C0001_1', { removed_at: NOW })
      store.changeArcIssue(tx, 'C0002_1', { issue_id: 'harbor-2' })
    })
    expect([filed.hasUnfiledRows(db.read), await run()]).toEqual([false, { files: 0, failed: 0 }])
  })
})

describe('soon after the library or an arc changed', () => {
  const begun = async () => {
    for (let nth = 0; nth < 3; nth++) filer.scheduleFiling()
    await clock.advance('1 s')
    const early = calls.length
    await clock.advance('1 s')
    return [early, calls.length]
  }
  test('files are put into the folders once, for any number of changes', async () => {
    file()
    expect(await begun()).toEqual([0, 1])
    expect(calls).toEqual([['enqueue', { kind: ARC_FILES, subject: 'all', payload: {} }]])
  })

  test.each<[string, () => unknown]>([
    ['the setting is off', () => (settings.isOn = false)],
    ['a run is in progress', () => running.push({})],
    ['all files are there', () => db.write((tx) => tx.run("update story_arc_issues set removed_at = ''"))],
    ['Panelkeep stops', () => filer.stop()],
  ])('filing does not start when %s', async (_why, change) => {
    file()
    await change()
    expect(await begun()).toEqual([0, 0])
  })

  test('filing does not start when Panelkeep stops meanwhile', async () => {
    file()
    filer.scheduleFiling()
    await filer.stop()
    await clock.advance('3 s')
    expect(calls).toEqual([])
  })
})
