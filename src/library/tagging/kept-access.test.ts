import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { makeCbr, makeCbz, makePages } from '../../testing/archives/archives'
import { journalAt, otherDisk, putComic } from '../../testing/imports/filing'
import { taggingAt } from '../../testing/imports/tagging'
import { makeMetadataRestorer } from './documents'

/** Mode, owner and group of the user's files through every rewrite and replacement. */

const isRoot = process.getuid?.() === 0
const [uid, gid] = isRoot ? [1000, 100] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
const MODES = [0o664, 0o444, 0o600]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-kept-access-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function own(path: string, mode: number): void {
  chownSync(path, uid, gid)
  chmodSync(path, mode)
}
const accessOf = (path: string) => {
  const { mode, uid, gid } = statSync(path)
  return `${(mode & 0o7777).toString(8)} ${uid}:${gid}`
}
const comics = () => readdirSync(join(folder, 'comics')).filter((name) => !name.startsWith('.'))
const only = () => join(folder, 'comics', comics()[0]!)

test.skipIf(process.platform === 'win32').each(MODES)('tagging keeps them, and so does its undo: %o', async (mode) => {
  const at = taggingAt(folder)
  const { path, issue_id } = at.put('a.cbz', makeCbz(makePages(2)))
  const before = readFileSync(path)
  own(path, mode)
  const { batch_id, changed } = await at.worked(at.tagging.issue({ issue_id }).job_id)
  expect([changed, accessOf(path)]).toEqual([1, `${mode.toString(8)} ${uid}:${gid}`])
  await at.journal.undoBatch(batch_id!, makeMetadataRestorer(systemFiles, at.clock.now))
  expect([readFileSync(path).equals(before), accessOf(path)]).toEqual([true, `${mode.toString(8)} ${uid}:${gid}`])
  await at.close()
})

test.skipIf(process.platform === 'win32').each(MODES)(
  'converting to CBZ keeps them, and so does its undo: %o',
  async (mode) => {
    const at = taggingAt(folder)
    const { path } = at.put('a.cbr', makeCbr(makePages(2)), { format: 'cbr' })
    own(path, mode)
    const { batch_id, changed } = await at.worked(at.tagging.convert({ comic_id: 'harbor' }).job_id)
    expect([changed, comics(), accessOf(only())]).toEqual([1, ['a.cbz'], `${mode.toString(8)} ${uid}:${gid}`])
    await at.journal.undoBatch(batch_id!)
    expect([comics(), accessOf(only())]).toEqual([['a.cbr'], `${mode.toString(8)} ${uid}:${gid}`])
    await at.close()
  },
)

test.skipIf(process.platform === 'win32').each(MODES)('a move to another disk keeps them: %o', async (mode) => {
  const there = join(folder, 'comics', 'there')
  mkdirSync(there, { recursive: true })
  const { journal, db } = journalAt(
    folder,
    otherDisk(systemFiles, (path) => path.startsWith(there)),
  )
  const from = join(folder, 'comics', 'a.cbr')
  writeFileSync(from, 'comic')
  own(from, mode)
  await putComic(db, from)
  const batch = journal.beginBatch({ kind: 'rename', comic_id: 'a', title: 'Files moved' })
  await journal.moveFile(batch, { file_id: 'f', to: join(there, 'a.cbr') })
  expect(accessOf(join(there, 'a.cbr'))).toBe(`${mode.toString(8)} ${uid}:${gid}`)
  db.close()
})

test.skipIf(process.platform === 'win32')('a folder created by a move has those of the source folder', async () => {
  const { journal, db } = journalAt(folder)
  const old = join(folder, 'comics', 'old')
  mkdirSync(old)
  writeFileSync(join(old, 'a.cbr'), 'comic')
  own(old, 0o2775)
  await putComic(db, join(old, 'a.cbr'))
  const before = accessOf(join(folder, 'comics'))
  const batch = journal.beginBatch({ kind: 'rename', comic_id: 'a', title: 'Files moved' })
  await journal.moveFile(batch, { file_id: 'f', to: join(folder, 'comics', 'new', 'deep', 'a.cbr') })
  const made = ['', 'new', join('new', 'deep')].map((name) => accessOf(join(folder, 'comics', name)))
  expect(made).toEqual([before, `2775 ${uid}:${gid}`, `2775 ${uid}:${gid}`])
  db.close()
})

test.skipIf(process.platform === 'win32')('a hard link leaves the other file unchanged, a copy does not', async () => {
  const { journal, db } = journalAt(folder)
  const path = join(folder, 'comics', 'a.cbr')
  const other = join(folder, 'other.cbz')
  const facts = { format: 'cbz', page_count: 2, cover_page: 0 } as const
  writeFileSync(path, 'comic')
  writeFileSync(other, 'other')
  own(path, 0o664)
  chmodSync(other, 0o640)
  const before = accessOf(other)
  await putComic(db, path)
  const verify = async () => {}
  const batch = journal.beginBatch({ kind: 'arrival', comic_id: 'a', title: 'x' })
  const replace = (make: (temp: string) => Promise<void>) =>
    journal.replaceFile(batch, { file_id: 'f', make, verify, facts, sharedWith: other })
  await replace(async (temp) => linkSync(other, temp))
  expect([accessOf(path), accessOf(other)]).toEqual([before, before])
  own(path, 0o664)
  const now = accessOf(path)
  await replace(async (temp) => writeFileSync(temp, 'copied'))
  expect(accessOf(path)).toBe(now)
  db.close()
})
