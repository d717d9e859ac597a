import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { cancelOperation, insertOperation } from '../../base/work/store'
import { journalAt } from '../../testing/imports/filing'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { addChange, batchesIn, changesOf, type FileChangeRow, findBatch, setBatch, setChange } from './store'

/** Batches of several files: what they wait for, what is refused, and how they end. */

let folder: string
let opened: ReturnType<typeof journalAt>
const at = (path: string) => join(folder, 'comics', path)
function put(path: string, text = 'comic'): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const facts = (path: string) => {
  const { size, mtimeMs } = statSync(at(path))
  return { size, modified_ms: Math.trunc(mtimeMs) }
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-journal-batches-'))
  opened = journalAt(folder)
  makeSeries(opened.db)
  const ids = makeIssues(opened.db, 'harbor', [1, 2, 3])
  for (const n of [1, 2, 3]) {
    put(`a/${n}.cbz`)
    makeFile(opened.db, { file_id: `f${n}`, path: at(`a/${n}.cbz`), issues: [ids[n - 1]!], ...facts(`a/${n}.cbz`) })
  }
})
afterEach(() => {
  opened.db.close()
  rmSync(folder, { recursive: true, force: true })
})
function reopen(more: Partial<Files>): void {
  opened.db.close()
  opened = journalAt(folder, { ...systemFiles, ...more })
}

const begin = (more: object = {}) =>
  opened.journal.beginBatch({ kind: 'rename', comic_id: 'harbor', title: 'Files moved', ...more })
function planned(...moves: [n: number, to: string][]): string {
  const batch = begin()
  const rows = moves.map(([n, to]) => {
    const from = `a/${n}.cbz`
    return { file_id: `f${n}`, from: at(from), to: at(to), ...facts(from) }
  })
  opened.journal.planMoves(batch, rows)
  return batch
}
const changes = (batch: string) => changesOf(opened.db.read, batch)
const states = (batch: string) => changes(batch).map(({ state }) => state)
const path = (n: number) => fileWithId(opened.db.read, `f${n}`)?.path
const state = (batch: string) => findBatch(opened.db.read, batch)?.state
async function moved(...ns: number[]): Promise<string> {
  const batch = begin()
  for (const n of ns) await opened.journal.moveFile(batch, { file_id: `f${n}`, to: at(`b/${n}.cbz`) })
  opened.journal.endBatch(batch)
  return batch
}
const make = (temp: string) => systemFiles.write(temp, 'other bytes')
const about = { format: 'cbz', page_count: 1, cover_page: 0 } as const
const replace = (batch: string, more: object = {}) =>
  opened.journal.replaceFile(batch, { file_id: 'f1', make, verify: async () => {}, facts: about, ...more })
const note = (batch: string, more: object = {}) =>
  opened.journal.writeMetadata(batch, { file_id: 'f1', make, verify: async () => {}, before_notes: {}, ...more })
/** A change that a crash interrupted before it touched the disk. */
const cutOff = (batch_id: string, n: number) =>
  opened.db.write((tx) => {
    const paths = { from_path: at(`a/${n}.cbz`), to_path: at(`b/${n}.cbz`) }
    const row = { change_id: `cut ${n}`, batch_id, kind: 'move', state: 'started', file_id: `f${n}`, ...paths } as const
    return addChange(tx, { ...row, before_size: 5, before_modified_ms: facts(`a/${n}.cbz`).modified_ms })
  })

describe('a planned move', () => {
  const on = (batch: string) => opened.journal.runPlannedMove(changes(batch)[0] as FileChangeRow)

  test('is recorded with the current state of its file, and then run', async () => {
    const batch = planned([1, 'b/1.cbz'], [2, 'b/2.cbz'])
    const { size, modified_ms } = facts('a/1.cbz')
    expect(changes(batch)[0]).toMatchObject({
      kind: 'move',
      state: 'planned',
      before_size: size,
      before_modified_ms: modified_ms,
    })
    expect(await on(batch)).toMatchObject({ file_id: 'f1', from: at('a/1.cbz'), to: at('b/1.cbz') })
    expect([states(batch), path(1)]).toEqual([['done', 'planned'], at('b/1.cbz')])
  })

  test('of a file that the library no longer has is left alone, but not of a file beside comics', async () => {
    const batch = planned([1, 'b/1.cbz'])
    opened.db.write((tx) => tx.run(`delete from files where file_id = 'f1'` as never))
    await expect(on(batch)).rejects.toThrow('The file is no longer in the library.')
    expect([states(batch), existsSync(at('a/1.cbz'))]).toEqual([['failed'], true])
    const other = begin()
    put('a/cover.jpg')
    opened.journal.planMoves(other, [
      { file_id: '', from: at('a/cover.jpg'), to: at('b/cover.jpg'), ...facts('a/cover.jpg') },
    ])
    await on(other)
    expect(existsSync(at('b/cover.jpg'))).toBe(true)
  })

  test('of a file that is elsewhere now is left alone', async () => {
    const batch = planned([1, 'c/1.cbz'])
    await moved(1)
    await expect(on(batch)).rejects.toThrow(`It is at ${at('b/1.cbz')} now, so the file was not changed.`)
    expect(states(batch)).toEqual(['failed'])
  })

  test('of a file that is being changed is refused and stays planned', async () => {
    const batch = planned([1, 'b/1.cbz'])
    const making = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow = async (temp: string) => {
      begun.resolve()
      await making.promise
      await make(temp)
    }
    const noting = note(begin({ kind: 'tag' }), { make: slow })
    await begun.promise
    await expect(on(batch)).rejects.toThrow('This file is being changed already.')
    await expect(opened.journal.moveFile(begin(), { file_id: 'f1', to: at('b/1.cbz') })).rejects.toThrow('already')
    expect([states(batch), path(1)]).toEqual([['planned'], at('a/1.cbz')])
    making.resolve()
    await noting
  })
})

describe('a file that a crash left unsettled', () => {
  test.each<[string, (batch: string) => Promise<unknown>]>([
    ['a planned move', (batch) => opened.journal.runPlannedMove(changes(batch)[0]!)],
    ['a move', (batch) => opened.journal.moveFile(batch, { file_id: 'f1', to: at('c/1.cbz') })],
    ['a replacement', (batch) => replace(batch)],
    ['new notes', (batch) => note(batch)],
  ])('is settled before %s of it', async (_what, act) => {
    const batch = planned([1, 'c/1.cbz'])
    const left = begin()
    cutOff(left, 1)
    await act(batch)
    expect(states(left)).toEqual(['planned'])
  })

  test.each<[string, (batch: string) => Promise<unknown>]>([
    ['a planned move', (batch) => opened.journal.runPlannedMove(changes(batch)[0]!)],
    ['a move', (batch) => opened.journal.moveFile(batch, { file_id: 'f2', to: at('c/2.cbz') })],
    ['undo', (batch) => opened.journal.undoBatch(batch)],
  ])('is waited for by %s of any file', async (_what, act) => {
    const answer = Promise.withResolvers<void>()
    reopen({
      stat: async (each) => {
        if (each === at('a/1.cbz')) await answer.promise
        return systemFiles.stat(each)
      },
    })
    const batch = planned([2, 'c/2.cbz'])
    cutOff(begin(), 1)
    const recovering = opened.journal.recover()
    const before = [states(batch), state(batch)]
    let isDone = false
    const acting = act(batch).then(() => {
      isDone = true
    })
    for (let n = 0; n < 50; n++) await new Promise(setImmediate)
    expect([states(batch), state(batch), isDone]).toEqual([...before, false] as never)
    answer.resolve()
    await Promise.all([recovering, acting])
  })

  test.each<[string, (batch: string) => Promise<unknown>]>([
    ['a planned move', (batch) => opened.journal.runPlannedMove(changes(batch)[0]!)],
    ['a move', (batch) => opened.journal.moveFile(batch, { file_id: 'f2', to: at('b/2.cbz') })],
  ])('does not count as one while this process runs %s of it', async (_what, act) => {
    const answer = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    reopen({
      place: async (from, to) => {
        begun.resolve()
        await answer.promise
        return systemFiles.place(from, to)
      },
    })
    const batch = planned([1, 'b/1.cbz'])
    const acting = act(batch)
    await begun.promise
    await opened.journal.settleBatch(batch)
    expect(states(batch)).toContain('started')
    answer.resolve()
    await acting
  })

  test('is checked again only by its own batch', async () => {
    const [one, two] = [begin(), begin()]
    cutOff(one, 1)
    cutOff(two, 2)
    await opened.journal.settleBatch(one)
    expect([states(one), states(two)]).toEqual([['planned'], ['started']])
  })
})

describe('after a crash', () => {
  test('running batches end with their result, whether applied or undone', async () => {
    const [running, undoing] = [await moved(1), await moved(2)]
    opened.db.write((tx) => {
      setBatch(tx, running, { state: 'running' })
      setBatch(tx, undoing, { state: 'undoing' })
    })
    await opened.journal.recover()
    expect([state(running), state(undoing)]).toEqual(['done', 'done'])
  })

  test('the batch of a continuing operation is left to it, that of an ended one is not', async () => {
    const { db, clock } = opened
    const ids = db.write((tx) =>
      ['a', 'b'].map((subject) => {
        const row = { kind: 'rename_files', payload: {}, operation_id: subject, subject, at: clock.now() }
        return insertOperation(tx, row)!.operation_id
      }),
    )
    db.write((tx) => cancelOperation(tx, 'b', clock.now()))
    const batches = [...ids, 'gone'].map((operation_id) => begin({ operation_id }))
    for (const [n, batch_id] of batches.entries()) {
      const change = cutOff(batch_id, n + 1)
      db.write((tx) => setChange(tx, change.change_id, { state: 'done' }))
    }
    await opened.journal.recover()
    expect(batches.map(state)).toEqual(['running', 'done', 'done'])
    expect(batchesIn(db.read, 'running')).toHaveLength(1)
  })
})

describe('a batch', () => {
  test('is done when every change is, partial otherwise, with the time', async () => {
    const whole = planned([1, 'b/1.cbz'])
    await opened.journal.runPlannedMove(changes(whole)[0]!)
    await opened.clock.advance('1 h')
    opened.journal.endBatch(whole)
    expect(findBatch(opened.db.read, whole)).toMatchObject({ state: 'done', finished_at: opened.clock.now() })
    const part = planned([2, 'b/2.cbz'], [3, 'b/3.cbz'])
    await opened.journal.runPlannedMove(changes(part)[0]!)
    opened.journal.endBatch(part, (count) => `${count} files moved`)
    expect(findBatch(opened.db.read, part)).toMatchObject({ state: 'partial', title: '1 files moved' })
  })

  test('keeps its title when no new one is given, or nothing changed', () => {
    const batch = planned([1, 'b/1.cbz'])
    opened.journal.endBatch(batch, (count) => `${count} files moved`)
    expect(findBatch(opened.db.read, batch)).toMatchObject({ state: 'partial', title: 'Files moved' })
  })

  test('of files from outside knows their earlier state when they return', () => {
    const batch = begin({ kind: 'arrival' })
    const row = { from: '/inbox/1.cbz', to: at('a/1.cbz'), size: 5, modified_ms: 9 }
    opened.db.write((tx) => {
      opened.journal.recordImport(tx, batch, { ...row, file_id: 'f1', returns: true })
      opened.journal.recordImport(tx, batch, { ...row, file_id: 'f2', returns: false })
    })
    const known = { kind: 'arrive', state: 'done', from_path: row.from, to_path: row.to, after_size: 5 }
    expect(changes(batch)).toMatchObject([
      { ...known, after_modified_ms: 9, before_size: 5, before_modified_ms: 9 },
      { ...known, after_modified_ms: 9, before_size: null, before_modified_ms: null },
    ])
  })
})

describe('undo', () => {
  test('runs from the last change to the first, and reports each', async () => {
    const batch = await moved(1, 2, 3)
    const reports: unknown[] = []
    const seen: unknown[] = []
    const onEach = (done: number, of: number) => {
      reports.push([done, of])
      seen.push(states(batch))
    }
    await opened.clock.advance('1 h')
    expect(await opened.journal.undoBatch(batch, undefined, { onEach })).toEqual({ undone: 3, failed: [] })
    expect(reports).toEqual([1, 2, 3].map((done) => [done, 3]))
    expect(seen[0]).toEqual(['done', 'done', 'undone'])
    expect(findBatch(opened.db.read, batch)).toMatchObject({ state: 'undone', finished_at: opened.clock.now() })
  })

  test('undoes finished changes, and those that could not be undone before', async () => {
    const batch = planned([1, 'b/1.cbz'], [2, 'b/2.cbz'], [3, 'b/3.cbz'])
    put('b/2.cbz', 'other')
    for (const change of changes(batch)) await opened.journal.runPlannedMove(change).catch(() => undefined)
    put('a/3.cbz', 'other')
    expect(await opened.journal.undoBatch(batch)).toEqual({
      undone: 1,
      failed: [{ path: at('b/3.cbz'), error: `${at('a/3.cbz')} already exists, so nothing was placed there.` }],
    })
    expect([states(batch), state(batch)]).toEqual([['undone', 'failed', 'undo_failed'], 'partial'])
    rmSync(at('a/3.cbz'))
    expect(await opened.journal.undoBatch(batch)).toEqual({ undone: 1, failed: [] })
    expect(state(batch)).toBe('undone')
  })

  test('that is interrupted leaves the rest for another time', async () => {
    const batch = await moved(1, 2)
    const stopping = new AbortController()
    const onEach = () => stopping.abort()
    const result = await opened.journal.undoBatch(batch, undefined, { signal: stopping.signal, onEach })
    expect([result, states(batch), state(batch)]).toEqual([{ undone: 1, failed: [] }, ['done', 'undone'], 'undoing'])
  })

  test('settles a file whose disk did not respond', async () => {
    const batch = await moved(1)
    const left = begin()
    const { modified_ms } = facts('b/1.cbz')
    const change = opened.db.write((tx) => {
      const paths = { from_path: at('b/1.cbz'), to_path: at('c/1.cbz') }
      const row = { change_id: 'cut', batch_id: left, kind: 'move', state: 'started', file_id: 'f1', ...paths } as const
      return addChange(tx, { ...row, before_size: 5, before_modified_ms: modified_ms })
    })
    expect((await opened.journal.undoBatch(batch)).undone).toBe(1)
    expect([change.state, states(left)]).toEqual(['started', ['planned']])
  })

  test('ends at a bug', async () => {
    const batch = await moved(1)
    reopen({ stat: () => Promise.reject(new TypeError('no such thing')) })
    await expect(opened.journal.undoBatch(batch)).rejects.toThrow('no such thing')
  })
})
