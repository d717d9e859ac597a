import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import type { Operations, Tools } from '../../base/work/operations'
import { journalAt } from '../../testing/imports/filing'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { markGone } from '../series/presence-store'
import { deleteSeries, findSeries } from '../series/store'
import { BatchMover } from './batch-mover'
import { changesOf, findBatch, setChange } from './store'

/** Moves of a batch, one after another, in a real folder. */

let folder: string
let opened: ReturnType<typeof journalAt>
const at = (path: string) => join(folder, 'comics', path)
const FILES = ['old/1.cbz', 'old/2.cbz', 'old/3.cbz']

function open(files: Files = systemFiles): void {
  opened = journalAt(folder, files)
  const { db } = opened
  if (findSeries(db.read, 'harbor')) return
  makeSeries(db, { location: at('old') })
  const ids = makeIssues(db, 'harbor', [1, 2, 3])
  for (const [n, path] of FILES.entries()) {
    put(path, `comic ${n + 1}`)
    const { size, mtimeMs } = statSync(at(path))
    const facts = { path: at(path), size, modified_ms: Math.trunc(mtimeMs) }
    makeFile(db, { ...facts, issues: [ids[n]!], file_id: `f${n + 1}` })
  }
}
function put(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-mover-'))
  open()
})
afterEach(() => {
  opened.db.close()
  rmSync(folder, { recursive: true, force: true })
})
function reopen(files: Files): void {
  opened.db.close()
  open(files)
}

/** Plans moves of the files `f1`, `f2` …, written as `[1, from, to]`. */
function planned(...moves: [file: number | '', from: string, to: string][]): string {
  const batch = opened.journal.beginBatch({ kind: 'rename', comic_id: 'harbor', title: 'Files renamed' })
  const rows = moves.map(([file, from, to]) => {
    const row = file === '' ? undefined : fileWithId(opened.db.read, `f${file}`)!
    const { size, mtimeMs } = row ? { size: row.size, mtimeMs: row.modified_ms } : statSync(at(from))
    return { file_id: row?.file_id ?? '', from: at(from), to: at(to), size, modified_ms: Math.trunc(mtimeMs) }
  })
  opened.journal.planMoves(batch, rows)
  return batch
}
const each = (home = 'new') =>
  planned(...FILES.map((path, n): [number, string, string] => [n + 1, path, `${home}/${n + 1}.cbz`]))

interface Run {
  /** The operation as listed. */
  state?: 'running' | 'cancelled'
  /** The number of moves after which the work is aborted. */
  until?: number
  home?: string | null
  files?: Files
  comic_id?: string
}
let reports: unknown[]
function moverOf(state: string, files: Files = systemFiles): BatchMover {
  const operations = { find: () => ({ state }) } as unknown as Operations
  const { db, clock, journal } = opened
  return new BatchMover({ db, clock, files, operations, journal, roots: () => [join(folder, 'comics')] })
}
function run(batch_id: string, { state = 'running', until, home = at('new'), files, comic_id = 'harbor' }: Run = {}) {
  const stopping = new AbortController()
  reports = []
  if (until === 0) stopping.abort()
  const report = (progress: number, detail: unknown) => {
    reports.push([progress, detail])
    if (reports.length === until) stopping.abort()
  }
  const tools = { signal: stopping.signal, report, operation_id: 'op' } as unknown as Tools
  return moverOf(state, files).run({ batch_id, comic_id, home }, tools)
}
const read = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined)
const states = (batch: string) => changesOf(opened.db.read, batch).map(({ state }) => state)
const location = () => findSeries(opened.db.read, 'harbor')?.location

describe('the moves of a batch', () => {
  test('are run in order and reported, and the series follows', async () => {
    const batch = each()
    expect(await run(batch)).toEqual({ batch_id: batch, moved: 3, failed: 0 })
    expect([1, 2, 3].map((n) => read(`new/${n}.cbz`))).toEqual(['comic 1', 'comic 2', 'comic 3'])
    const about = { comic_id: 'harbor', name: 'Harbor Lights', batch_id: batch, total: 3 }
    expect(reports).toEqual([1, 2, 3].map((done) => [done / 3, { ...about, done }]))
    expect([location(), existsSync(at('old')), findBatch(opened.db.read, batch)?.state]).toEqual([
      at('new'),
      false,
      'done',
    ])
  })

  test('wait until changes of the last process are settled', async () => {
    const batch = each()
    const { db, journal } = opened
    const [first] = changesOf(db.read, batch)
    const set = (state: 'started' | 'planned') =>
      void db.write((tx) => setChange(tx, first!.change_id, { state, changed_at: null }))
    set('started')
    journal.ready = async () => {
      await new Promise(setImmediate)
      set('planned')
      journal.ready = async () => {}
    }
    expect(await run(batch)).toMatchObject({ moved: 3 })
  })

  test('continue after a failed one, whose file stays', async () => {
    const batch = each()
    put('new/2.cbz', 'somebody else')
    expect(await run(batch)).toEqual({ batch_id: batch, moved: 2, failed: 1 })
    expect([read('new/1.cbz'), read('old/2.cbz'), read('new/2.cbz')]).toEqual(['comic 1', 'comic 2', 'somebody else'])
    expect(states(batch)).toEqual(['done', 'failed', 'done'])
    expect(findBatch(opened.db.read, batch)?.state).toBe('partial')
  })

  test('that were cancelled before the first are left, without a reason', async () => {
    const batch = each()
    expect(await run(batch, { state: 'cancelled', until: 0 })).toEqual({ batch_id: batch, moved: 0, failed: 0 })
    expect(states(batch)).toEqual(['planned', 'planned', 'planned'])
  })

  test('fail with the first reason when none was done', async () => {
    const batch = each()
    for (const n of [1, 2, 3]) put(`new/${n}.cbz`, 'somebody else')
    await expect(run(batch)).rejects.toThrow(`${at('new/1.cbz')} already exists`)
    expect(states(batch)).toEqual(['failed', 'failed', 'failed'])
    expect(location()).toBe(at('old'))
  })

  test('end at a bug', async () => {
    const batch = each()
    opened.journal.runPlannedMove = () => Promise.reject(new TypeError('no such thing'))
    await expect(run(batch)).rejects.toThrow('no such thing')
  })

  test('count a change that waits for its disk as not moved, and check it again before the end', async () => {
    const batch = each()
    let dead = false
    const eio = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
    const files: Files = {
      ...systemFiles,
      place: (from, to) => {
        if (!from.endsWith('2.cbz')) return systemFiles.place(from, to)
        dead = true
        return eio()
      },
      stat: (path) => (dead && path.endsWith('2.cbz') ? eio() : systemFiles.stat(path)),
    }
    reopen(files)
    const { settleBatch } = opened.journal
    const seen: string[][] = []
    opened.journal.settleBatch = async (id) => {
      seen.push(states(id))
      await settleBatch.call(opened.journal, id)
    }
    expect(await run(batch, { files })).toEqual({ batch_id: batch, moved: 2, failed: 1 })
    expect(seen).toEqual([['done', 'started', 'done']])
    expect(states(batch)).toEqual(['done', 'started', 'done'])
  })
})

describe('files that swap names', () => {
  const swap = () =>
    planned(
      [1, 'old/1.cbz', 'old/1 (moving).cbz'],
      [2, 'old/2.cbz', 'old/1.cbz'],
      [1, 'old/1 (moving).cbz', 'old/2.cbz'],
    )

  test('do so through a temporary name', async () => {
    expect(await run(swap(), { home: null })).toMatchObject({ moved: 3 })
    expect([read('old/1.cbz'), read('old/2.cbz')]).toEqual(['comic 2', 'comic 1'])
  })

  test('both stay when the second cannot be moved, and the first gets its name back', async () => {
    const batch = swap()
    put('old/2.cbz', 'changed since')
    await run(batch, { home: null })
    expect([read('old/1.cbz'), read('old/2.cbz')]).toEqual(['comic 1', 'changed since'])
    expect(states(batch)).toEqual(['done', 'failed', 'failed', 'done'])
  })

  test('the first gets a number when both names are taken, whatever the case of the others', async () => {
    const batch = swap()
    let isTaken = false
    const place: Files['place'] = async (from, to) => {
      if (from === at('old/1 (moving).cbz') && to === at('old/2.cbz')) {
        isTaken = true
        put('old/2.cbz', 'somebody else')
        put('old/2 (2).CBZ', 'somebody else')
      }
      return systemFiles.place(from, to)
    }
    reopen({ ...systemFiles, place })
    await run(batch, { home: null })
    expect([isTaken, read('old/1.cbz'), read('old/2.cbz'), read('old/2 (3).cbz')]).toEqual([
      true,
      'comic 2',
      'somebody else',
      'comic 1',
    ])
    expect(fileWithId(opened.db.read, 'f1')?.path).toBe(at('old/2 (3).cbz'))
  })

  test('a folder that cannot be listed does not prevent the number for the first', async () => {
    const batch = swap()
    const place: Files['place'] = async (from, to) =>
      from === at('old/1 (moving).cbz') && to === at('old/2.cbz') && !existsSync(at('old/2.cbz'))
        ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
        : systemFiles.place(from, to)
    reopen({ ...systemFiles, place })
    const list = () => Promise.reject(new Error('EACCES'))
    await run(batch, { home: null, files: { ...systemFiles, list } })
    expect(states(batch)).toEqual(['done', 'done', 'failed', 'failed', 'failed'])
    expect(read('old/1 (moving).cbz')).toBe('comic 1')
  })

  test('a file that was never set aside is not moved again', async () => {
    const batch = swap()
    put('old/1 (moving).cbz', 'somebody else')
    await run(batch, { home: null }).catch(() => undefined)
    expect(states(batch)).toEqual(['failed', 'failed', 'failed'])
    expect([read('old/1.cbz'), read('old/2.cbz')]).toEqual(['comic 1', 'comic 2'])
  })

  test('a bug while the first returns ends the work', async () => {
    const batch = swap()
    put('old/2.cbz', 'changed since')
    opened.journal.moveFile = () => Promise.reject(new TypeError('no such thing'))
    await expect(run(batch, { home: null })).rejects.toThrow('no such thing')
  })

  test('a cancelled run gives the file set aside its name, and does nothing else', async () => {
    const batch = planned(
      [1, 'old/1.cbz', 'old/1 (moving).cbz'],
      [2, 'old/2.cbz', 'old/1.cbz'],
      [1, 'old/1 (moving).cbz', 'old/2.cbz'],
      [3, 'old/3.cbz', 'old/4.cbz'],
    )
    expect(await run(batch, { state: 'cancelled', until: 2, home: null })).toMatchObject({ moved: 3 })
    expect(states(batch)).toEqual(['done', 'done', 'done', 'planned'])
    expect(findBatch(opened.db.read, batch)?.state).toBe('partial')
  })

  test('a run interrupted by the end of the process leaves the rest to the next', async () => {
    const batch = swap()
    expect(await run(batch, { until: 1, home: null })).toBeUndefined()
    expect([states(batch), findBatch(opened.db.read, batch)?.state]).toEqual([
      ['done', 'planned', 'planned'],
      'running',
    ])
    expect(await run(batch, { home: null })).toMatchObject({ moved: 3, failed: 0 })
    expect(reports).toHaveLength(3)
    expect([read('old/1.cbz'), read('old/2.cbz')]).toEqual(['comic 2', 'comic 1'])
  })
})

describe('the folder of the series', () => {
  test('stays while any file is in it', async () => {
    const batch = planned([1, FILES[0]!, 'new/1.cbz'])
    opened.events.length = 0
    await run(batch)
    expect(location()).toBe(at('old'))
    expect(opened.events).toContainEqual({ type: 'series.changed', comic_id: 'harbor' })
  })

  test('is where the files are when the old one has none', async () => {
    await run(each('new/deep'), { home: null })
    expect(location()).toBe(at('new/deep'))
  })

  test('is found where it was not known', async () => {
    makeSeries(opened.db, { comic_id: 'copper', location: null })
    const [issue] = makeIssues(opened.db, 'copper', [1])
    put('copper/1.cbz', 'copper')
    const { size, mtimeMs } = statSync(at('copper/1.cbz'))
    makeFile(opened.db, {
      path: at('copper/1.cbz'),
      size,
      modified_ms: Math.trunc(mtimeMs),
      issues: [issue!],
      file_id: 'f9',
    })
    await run(planned([9, 'copper/1.cbz', 'copper/one.cbz']), { home: null, comic_id: 'copper' })
    expect(findSeries(opened.db.read, 'copper')?.location).toBe(at('copper'))
  })

  test('is left as it is without files, and without the series', async () => {
    put('old/cover.jpg', 'cover')
    opened.db.write((tx) => markGone(tx, ['f1', 'f2', 'f3'], opened.clock.now()))
    await run(planned(['', 'old/cover.jpg', 'new/cover.jpg']))
    expect([read('new/cover.jpg'), location()]).toEqual(['cover', at('old')])
    opened.db.write((tx) => deleteSeries(tx, 'harbor'))
    expect(await run(planned(['', 'new/cover.jpg', 'old/cover.jpg']))).toMatchObject({ moved: 1 })
    expect(reports[0]).toMatchObject([1, { name: undefined }])
  })

  test('is not written again when it is the same', async () => {
    const before = findSeries(opened.db.read, 'harbor')!.updated_at
    await opened.clock.advance('1 d')
    await run(planned([1, FILES[0]!, 'old/one.cbz']), { home: at('old') })
    expect([location(), findSeries(opened.db.read, 'harbor')!.updated_at]).toEqual([at('old'), before])
  })

  test('returns with undo, which removes folders it emptied; for several series none is set', async () => {
    const batch = each()
    await run(batch)
    await opened.journal.undoBatch(batch)
    await moverOf('running').tidyAfterUndo(batch, null)
    expect([location(), existsSync(at('new'))]).toEqual([at('new'), false])
    await moverOf('running').tidyAfterUndo(batch, 'harbor')
    expect(location()).toBe(at('old'))
  })
})

test('folders that cannot be removed are left', async () => {
  const removeEmptyFolder = () => Promise.reject(new Error('EACCES'))
  expect(await run(each(), { files: { ...systemFiles, removeEmptyFolder } })).toMatchObject({ moved: 3 })
  expect(existsSync(at('old'))).toBe(true)
})

test('a batch whose work ended early does not stay running', () => {
  const batch = each()
  moverOf('cancelled').ended({ batch_id: batch, comic_id: 'harbor', home: null })
  expect(findBatch(opened.db.read, batch)?.state).toBe('partial')
})
