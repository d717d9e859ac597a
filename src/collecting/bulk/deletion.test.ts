import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { addBatch, addChange, batchOfOperation, setChange } from '../../library/filing/store'
import { deleteSeries, findSeries, issuesOf } from '../../library/series/store'
import { testDatabaseAt } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { SeriesDeletion } from './deletion'
import * as store from './store'

/** The journal of the test records the files to recycle. */
let db: Database
let told: unknown[]
let recycled: string[]
let settle: () => void
let afterEachFile: () => void
let stopping: AbortController
let files: string[]
let deletion: SeriesDeletion
beforeEach(() => {
  told = []
  db = testDatabaseAt(':memory:', (event) => told.push(event))
  makeSeries(db)
  files = makeIssues(db, 'harbor', [1, 2]).map((issue) => makeFile(db, { issues: [issue] }))
  db.write((tx) => store.addItems(tx, 'bulk', ['harbor']))
  recycled = []
  settle = () => {}
  afterEachFile = () => {}
  stopping = new AbortController()
  deletion = new SeriesDeletion({
    db,
    clock: fakeClock(),
    random: { id: () => 'batch' },
    files: {},
    journal: {
      ready: async () => {},
      settleBatch: async () => settle(),
      async recycleFile(_batch: string, file: string) {
        recycled.push(file)
        afterEachFile()
      },
      endBatch: () => {},
      undoBatch: async () => ({ failed: [] }),
    },
    library: { removeAll: ([id]: [string]) => db.write((tx) => void deleteSeries(tx, id)) },
    roots: () => [],
  } as unknown as ConstructorParameters<typeof SeriesDeletion>[0])
})
afterEach(() => db.close())

const item = () => store.findBulkItem(db.read, 'bulk', 0)!
const run = () => deletion.run(item(), true, stopping.signal)
/** Plants the batch that the last process began, with a change of the first file in this state. */
function begun(state: 'started' | 'done' | 'failed'): void {
  const created_at = '2026-11-21T08:00:00.000Z'
  db.write((tx) => {
    addBatch(tx, { batch_id: 'old', kind: 'delete', state: 'running', comic_id: 'harbor', title: '', operation_id: 'bulk', created_at }) // biome-ignore format: one line
    addChange(tx, { change_id: 'c', batch_id: 'old', kind: 'recycle', state, file_id: files[0]!, from_path: '/a/1', to_path: '/r/1', changed_at: created_at }) // biome-ignore format: one line
    store.setItem(tx, item(), { work_id: 'old' })
  })
}

test('the batch and its id in the row are written together, before a file moves', async () => {
  stopping.abort()
  expect(await run()).toBeUndefined()
  expect([batchOfOperation(db.read, 'bulk'), item().work_id, recycled]).toMatchObject([{ batch_id: 'batch', kind: 'delete', state: 'running', title: '2 files moved to the recycle folder' }, 'batch', []]) // biome-ignore format: one line
  expect([item().state, issuesOf(db.read, 'harbor').length]).toEqual(['waiting', 2])
})

test('a stop between two files moves no further file and deletes no row', async () => {
  afterEachFile = () => stopping.abort()
  expect(await run()).toBeUndefined()
  expect([recycled, item().state]).toEqual([files.slice(0, 1), 'waiting'])
})

test.each([
  ['done', 1],
  ['failed', 2],
] as const)('a file whose move is %s is %p of the files to move after a restart', async (state, count) => {
  begun(state)
  await run()
  expect(recycled).toHaveLength(count)
  expect(item()).toMatchObject({ state: 'done', undo: { deleted: true, batch_id: 'old' } })
})

test('a file whose disk did not respond at the start is checked again first', async () => {
  begun('started')
  settle = () => db.write((tx) => void setChange(tx, 'c', { state: 'done' }))
  await run()
  expect(recycled).toEqual(files.slice(1))
})

test.each([
  ['undo_failed', true],
  ['started', true],
  ['undone', false],
] as const)('a file whose return is %s is missing in the library: %p', (state, isMissing) => {
  begun('done')
  db.write((tx) => void setChange(tx, 'c', { state }))
  deletion.markLeft('old')
  const gone = db.read.all<{ file_id: string }>('select file_id from files where gone_at is not null')
  expect(gone.map(({ file_id }) => file_id)).toEqual(isMissing ? files.slice(0, 1) : [])
})

test('a deletion that was cancelled before a file moved puts no file back', async () => {
  expect(await deletion.cancel(item())).toBe('')
})

test('the rows of a series are restored once, and open pages are notified', async () => {
  await deletion.run(item(), false, stopping.signal)
  expect([findSeries(db.read, 'harbor'), recycled]).toEqual([undefined, []])
  told.length = 0
  deletion.restoreRows(item())
  expect(findSeries(db.read, 'harbor')).toMatchObject({ have: 2, total: 2 })
  expect(told).toContainEqual({ type: 'library.changed' })
  told.length = 0
  deletion.restoreRows(item())
  expect(told).toEqual([])
})

test.each([
  ['is in the library again', false, 'The series is in the library again.'],
  ['was deleted too long ago', true, 'It was deleted too long ago to be undone.'],
])('a series that %s is not restored', async (_what, isPruned, detail) => {
  await deletion.run(item(), false, stopping.signal)
  if (isPruned) db.write((tx) => store.dropDeletedRows(tx, item()))
  else makeSeries(db)
  expect(() => deletion.restoreRows(item())).toThrow(detail)
})
