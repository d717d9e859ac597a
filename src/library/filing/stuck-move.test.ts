import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { link } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { journalAt, putComic } from '../../testing/imports/filing'
import { putFile } from '../../testing/imports/imports'
import { fileWithId } from '../series/file-store'
import { changesOf, findBatch } from './store'

/** A disk on which a rename stops between its two names, and that releases neither of them for a while. */

let folder: string
let isLocked: boolean
const BYTES = makeCbz(makePages(2))
const at = (name: string) => join(folder, 'comics', name)
const busy = (): never => {
  throw Object.assign(new Error('EBUSY: resource busy or locked, unlink'), { code: 'EBUSY' })
}
const files: Files = {
  ...systemFiles,
  async place(from, to) {
    if (!isLocked) return systemFiles.place(from, to)
    await link(from, to)
    return busy()
  },
  remove: async (path) => (isLocked ? busy() : systemFiles.remove(path)),
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-stuck-'))
  mkdirSync(join(folder, 'comics'))
  isLocked = false
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const names = () => readdirSync(join(folder, 'comics')).toSorted()
const OPEN = 'The file is open in another program. Close it there, then try again.'

async function stuck() {
  putFile(at('old.cbz'), BYTES)
  const made = journalAt(folder, files)
  await putComic(made.db, at('old.cbz'))
  const batch = made.journal.beginBatch({ kind: 'rename', title: 'Renamed', comic_id: 'a' })
  isLocked = true
  const error = await made.journal.moveFile(batch, { file_id: 'f', to: at('new.cbz') }).catch((each) => each)
  made.journal.endBatch(batch)
  expect(error).toMatchObject({ detail: OPEN })
  expect(names()).toEqual(['new.cbz', 'old.cbz'])
  return { ...made, batch }
}

describe('a rename that stopped between its two names', () => {
  test('and was reported as failed goes back at the next start', async () => {
    const { journal, db, batch } = await stuck()
    isLocked = false
    await journal.recover()
    expect([names(), fileWithId(db.read, 'f')?.path]).toEqual([['old.cbz'], at('old.cbz')])
    expect(changesOf(db.read, batch)).toMatchObject([{ state: 'failed', error: OPEN }])
    expect(readFileSync(at('old.cbz'))).toEqual(Buffer.from(BYTES))
    db.close()
  })

  test('is not undone while it is stuck, and undo and the next start agree', async () => {
    const { journal, db, batch } = await stuck()
    expect(await journal.undoBatch(batch)).toEqual({ undone: 0, failed: [{ path: at('new.cbz'), error: OPEN }] })
    expect(findBatch(db.read, batch)?.state).toBe('partial')
    isLocked = false
    await journal.recover()
    expect([names(), fileWithId(db.read, 'f')?.path]).toEqual([['old.cbz'], at('old.cbz')])
    expect(await journal.undoBatch(batch)).toEqual({ undone: 0, failed: [] })
    expect(names()).toEqual(['old.cbz'])
    db.close()
  })

  test('and an undo that stopped in the same way is continued by the next start', async () => {
    putFile(at('old.cbz'), BYTES)
    const { journal, db } = journalAt(folder, files)
    await putComic(db, at('old.cbz'))
    const batch = journal.beginBatch({ kind: 'rename', title: 'Renamed', comic_id: 'a' })
    await journal.moveFile(batch, { file_id: 'f', to: at('new.cbz') })
    journal.endBatch(batch)
    isLocked = true
    expect((await journal.undoBatch(batch)).failed).toEqual([{ path: at('new.cbz'), error: OPEN }])
    expect([names(), findBatch(db.read, batch)?.state]).toEqual([['new.cbz', 'old.cbz'], 'undoing'])
    isLocked = false
    await journal.recover()
    expect([names(), fileWithId(db.read, 'f')?.path]).toEqual([['new.cbz'], at('new.cbz')])
    expect(await journal.undoBatch(batch)).toEqual({ undone: 1, failed: [] })
    expect([names(), fileWithId(db.read, 'f')?.path]).toEqual([['old.cbz'], at('old.cbz')])
    db.close()
  })
})
