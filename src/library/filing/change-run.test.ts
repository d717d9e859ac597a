import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import type { Files } from '../../base/platform/ports'
import { journalAt } from '../../testing/imports/filing'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { ChangeRun, checkIdle } from './change-run'
import { FileRows } from './changes'
import { addChange, type FileChangeRow, findChange, setBatch } from './store'

/** One started change: at which of its two ends it is settled, and what is recorded. */

const WHEN = 1_760_000_000_000
let folder: string
let opened: ReturnType<typeof journalAt>
let batch_id: string
let logged: string[]
const at = (path: string) => join(folder, 'comics', path)
function put(path: string, text = 'comic'): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
  utimesSync(at(path), WHEN / 1000, WHEN / 1000)
}
beforeEach(async () => {
  logged = []
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-change-run-'))
  opened = journalAt(folder)
  makeSeries(opened.db)
  makeIssues(opened.db, 'harbor', [1])
  put('a/1.cbz')
  makeFile(opened.db, { file_id: 'f', path: at('a/1.cbz'), issues: ['harbor-1'], size: 5, modified_ms: WHEN })
  batch_id = opened.journal.beginBatch({ kind: 'rename', comic_id: 'harbor', title: 'One file moved' })
  await opened.clock.advance('1 h')
})
afterEach(() => {
  opened.db.close()
  rmSync(folder, { recursive: true, force: true })
})

function runOf(more: Partial<Files> = {}): ChangeRun {
  const { db, clock } = opened
  const files = { ...systemFiles, ...more }
  const rows = new FileRows({ clock, files, follow: () => {} })
  return new ChangeRun({ db, clock, files, log: lineLog(clock.now, (line) => logged.push(line), 'debug'), rows })
}
function started(more: Partial<FileChangeRow> = {}): FileChangeRow {
  const paths = { from_path: at('a/1.cbz'), to_path: at('b/1.cbz') }
  const before = { before_size: 5, before_modified_ms: WHEN, after_size: 5, after_modified_ms: WHEN }
  const row = { change_id: 'c', batch_id, kind: 'move', state: 'started', file_id: 'f', ...paths, ...before } as const
  return opened.db.write((tx) => addChange(tx, { ...row, ...more }))
}
const change = () => findChange(opened.db.read, 'c')
const path = () => fileWithId(opened.db.read, 'f')!.path
const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
/** Every access fails after `place` did. */
function dying(on: (from: string, to: string) => Promise<boolean> = fails('EIO')): Partial<Files> {
  let isDead = false
  return {
    place: (from, to) => {
      isDead = true
      return on(from, to)
    },
    stat: (each) => (isDead ? fails('EIO')() : systemFiles.stat(each)),
  }
}

describe('a finished change', () => {
  test('has both paths, in either direction', async () => {
    const there = { change_id: 'c', file_id: 'f', from: at('a/1.cbz'), to: at('b/1.cbz') }
    expect(await runOf().run(started({ error: 'once' }), 'apply')).toEqual(there)
    expect(change()).toMatchObject({ state: 'done', error: null, changed_at: opened.clock.now() })
    expect(await runOf().run(change()!, 'undo')).toEqual({ ...there, from: there.to, to: there.from })
    expect([change()?.state, path()]).toEqual(['undone', at('a/1.cbz')])
  })

  test('is finished despite an error', async () => {
    const place: Files['place'] = async (from, to) => {
      await systemFiles.place(from, to)
      return fails('EIO')()
    }
    expect(await runOf({ place }).run(started(), 'apply')).toMatchObject({ to: at('b/1.cbz') })
    expect([change()?.state, path()]).toEqual(['done', at('b/1.cbz')])
  })
})

describe('a failed change', () => {
  test.each([
    ['apply', 'failed', 'b'],
    ['undo', 'undo_failed', 'a'],
  ] as const)('in the direction %s names the target folder', async (direction, state, into) => {
    if (direction === 'undo') {
      put('b/1.cbz')
      rmSync(at('a'), { recursive: true })
      put('a/other.cbz')
    }
    const running = runOf({ place: fails('EROFS') }).run(started(), direction)
    await expect(running).rejects.toMatchObject({
      kind: 'conflict',
      detail: expect.stringContaining(`${at(into)} is read-only`),
    })
    expect(change()).toMatchObject({ state, changed_at: opened.clock.now() })
    expect(change()?.error).toContain('is read-only')
    expect(logged).toHaveLength(1)
  })

  test('with a known reason is not an error in the log', async () => {
    put('b/1.cbz', 'other')
    await expect(runOf().run(started(), 'apply')).rejects.toThrow('already exists')
    expect([change()?.state, logged]).toEqual(['failed', []])
  })

  test('that left its file at neither place reports it', async () => {
    put('a/other.cbz')
    const place: Files['place'] = (from) => {
      rmSync(from)
      return fails('EIO')()
    }
    await expect(runOf({ place }).run(started(), 'apply')).rejects.toMatchObject({ kind: 'conflict' })
    expect(change()?.state).toBe('failed')
  })

  test('sets the row back to where the file is', async () => {
    const place: Files['place'] = async () => {
      opened.db.write((tx) => tx.run(`update files set path = '${at('b/1.cbz')}'` as never))
      return fails('EIO')()
    }
    await runOf({ place })
      .run(started(), 'apply')
      .catch(() => undefined)
    expect(path()).toBe(at('a/1.cbz'))
  })

  test('waits while its disk does not respond', async () => {
    await expect(runOf(dying()).run(started(), 'apply')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(change()).toMatchObject({ state: 'started', error: expect.stringContaining('The disk failed') })
  })

  test('also waits when the disk stops while the row is set back', async () => {
    put('a/1.cbr', 'older')
    const replaced = {
      kind: 'replace' as const,
      from_path: at('a/1.cbr'),
      temp_path: at('b/.part'),
      kept_path: at('kept/1.cbr'),
      before_file: { format: 'cbr', page_count: 1, cover_page: 0, content_hash: null } as const,
    }
    const removeEmptyFolder = fails('EIO')
    const run = runOf({ place: fails('EIO'), removeEmptyFolder }).run(started(replaced), 'apply')
    await expect(run).rejects.toMatchObject({ kind: 'unavailable' })
    expect(change()).toMatchObject({ state: 'started', error: expect.stringContaining('The disk failed') })
  })
})

describe('a change that is checked again', () => {
  test('is left alone while this process runs it, and not after', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const dead = dying(async () => {
      await promise
      return fails('EIO')()
    })
    let isDead = true
    const run = runOf({ ...dead, stat: (each) => (isDead ? dead.stat!(each) : systemFiles.stat(each)) })
    const held = run.hold(started())
    const running = run.run(held, 'apply').catch(() => undefined)
    while (!existsSync(at('b'))) await new Promise(setImmediate)
    isDead = false
    await run.settleStarted([held])
    expect(change()?.state).toBe('started')
    isDead = true
    resolve()
    await running
    await run.settleStarted([change()!])
    expect(change()?.state).toBe('started')
    isDead = false
    await run.settleStarted([change()!])
    expect(change()).toMatchObject({ state: 'failed', error: expect.stringContaining('The disk failed') })
  })

  test('that was abandoned before it began is released', async () => {
    const run = runOf()
    const held = run.hold(started())
    run.fail(held, 'apply', 'Not today.')
    expect(change()).toMatchObject({ state: 'failed', error: 'Not today.' })
    await run.settleStarted([held])
    expect(change()?.state).toBe('planned')
  })

  test('is always a started one', async () => {
    put('b/1.cbz')
    rmSync(at('a/1.cbz'))
    await runOf().settleStarted([started({ state: 'planned' })])
    expect([change()?.state, path()]).toEqual(['planned', at('a/1.cbz')])
  })

  test('does not stop the next one from being checked', async () => {
    started({ change_id: 'b', from_path: at('x/1.cbz') })
    const stat: Files['stat'] = (each) => (each.startsWith(at('x')) ? fails('EIO')() : systemFiles.stat(each))
    const changes = ['b', 'c'].map((id) => (id === 'b' ? findChange(opened.db.read, 'b')! : started()))
    await runOf({ stat }).settleStarted(changes)
    expect([findChange(opened.db.read, 'b')?.state, change()?.state]).toEqual(['started', 'planned'])
  })
})

describe('a change that a crash interrupted', () => {
  const settled = async (more: Partial<FileChangeRow> = {}, isUndone = false) => {
    if (isUndone) opened.db.write((tx) => setBatch(tx, batch_id, { state: 'undoing' }))
    await runOf().settleChange(started(more))
    return change()
  }
  const move = () => {
    put('b/1.cbz')
    rmSync(at('a/1.cbz'))
    put('a/other.cbz')
  }

  test('is finished when the file is at its new place', async () => {
    move()
    expect(await settled()).toMatchObject({ state: 'done' })
    expect(path()).toBe(at('b/1.cbz'))
  })

  test('is undone when the file is at its old place, in a batch being undone', async () => {
    put('b/other.cbz')
    expect(await settled({}, true)).toMatchObject({ state: 'undone' })
  })

  test('is planned again when nothing happened, and finished again when nothing was undone', async () => {
    expect(await settled()).toMatchObject({ state: 'planned' })
    opened.db.write((tx) => tx.run('delete from file_changes' as never))
    move()
    expect(await settled({}, true)).toMatchObject({ state: 'done' })
  })

  test('sets the row back to where the file is', async () => {
    opened.db.write((tx) => tx.run(`update files set path = '${at('b/1.cbz')}'` as never))
    expect(await settled()).toMatchObject({ state: 'planned' })
    expect(path()).toBe(at('a/1.cbz'))
  })

  test('other than a move is deleted when nothing happened', async () => {
    expect(await settled({ kind: 'note', from_path: at('a/1.cbz'), to_path: at('a/1.cbz'), after_size: 9 })).toBe(
      undefined as never,
    )
  })

  test('failed when it had failed before, with that reason, and the row is set back', async () => {
    opened.db.write((tx) => tx.run(`update files set path = '${at('b/1.cbz')}'` as never))
    expect(await settled({ error: 'The disk was full.' })).toMatchObject({
      state: 'failed',
      error: 'The disk was full.',
    })
    expect(path()).toBe(at('a/1.cbz'))
  })

  test.each([
    [null, 'Panelkeep ended in the middle, and the file is at neither place.'],
    ['The disk was full.', 'The disk was full.'],
  ])('that lost its file failed, with %p before', async (error, sentence) => {
    rmSync(at('a/1.cbz'))
    put('a/other.cbz')
    expect(await settled({ error })).toMatchObject({ state: 'failed', error: sentence })
  })

  test('waits while its disk is unavailable', async () => {
    rmSync(at('a'), { recursive: true })
    expect(await settled()).toMatchObject({ state: 'started', error: null, changed_at: null })
  })
})

test('a file is idle unless a change of it is started; files without a row are idle', () => {
  const check = (id: string) => opened.db.write((tx) => checkIdle(tx, id))
  started({ state: 'planned' })
  check('f')
  started({ change_id: 'd', file_id: '' })
  check('')
  started({ change_id: 'e' })
  expect(() => check('f')).toThrow('This file is being changed already.')
})
