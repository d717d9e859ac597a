import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AppEvent } from '../../base/events/types'
import { fingerprint } from '../../base/formats/fingerprint'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import type { Files } from '../../base/platform/ports'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { FileJournal } from '../../library/filing/journal'
import { linkFileToIssue, saveFile } from '../../library/series/file-store'
import { insertIssue, insertSeries } from '../../library/series/store'
import { testDatabaseAt } from '../database'
import { fakeClock } from '../fakes/clock'

/** A journal on a database in the folder, whose library is the subfolder `comics`. */
export function journalAt(folder: string, files: Files = systemFiles) {
  mkdirSync(join(folder, 'comics'), { recursive: true })
  const clock = fakeClock()
  const events: AppEvent[] = []
  const db = testDatabaseAt(join(folder, 'panelkeep.db'), (event) => events.push(event))
  const followed: [string, string][] = []
  const library = {
    roots: () => [join(folder, 'comics')],
    follow: (_tx: unknown, from: string, to: string) => void followed.push([from, to]),
  }
  const log = lineLog(clock.now, () => {}, 'debug')
  const journal = new FileJournal({ db, clock, random: systemRandom, files, log, library })
  return { journal, db, clock, followed, events }
}

/** Adds a file to the library, as an issue of the series `a`. */
export async function putComic(db: Database, path: string, ids = { file_id: 'f', issue_id: 'i', number: '1' }) {
  const { size, mtimeMs } = statSync(path)
  const at = '2026-11-01T00:00:00.000Z'
  const content_hash = await fingerprint(path, systemFiles)
  db.write((tx) => {
    insertSeries(tx, { comic_id: 'a', name: 'Harbor Lights', year: 2015, content_type: 'comic', added_at: at })
    insertIssue(tx, { ...ids, comic_id: 'a', kind: 'issue', unit: 'issue', added_at: at })
    const row = { file_id: ids.file_id, path, size, modified_ms: Math.trunc(mtimeMs), content_hash, added_at: at }
    saveFile(tx, { ...row, format: 'cbr', page_count: 2 })
    linkFileToIssue(tx, ids.issue_id, ids.file_id)
  })
}

/** The files port, with another disk for paths that match `isThere`. */
export function otherDisk(files: Files, isThere: (path: string) => boolean): Files {
  return {
    ...files,
    async place(from, to) {
      if (isThere(from) === isThere(to)) return files.place(from, to)
      throw Object.assign(new Error('EXDEV: cross-device link not permitted'), { code: 'EXDEV' })
    },
  }
}

/** The files port, with a disk for paths that match `isThere` that is read-only while `closed` returns true. */
export function readOnlyDisk(files: Files, isThere: (path: string) => boolean, closed = () => true): Files {
  const refuse = (...paths: string[]) => {
    if (closed() && paths.some(isThere))
      throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
  }
  const guarded =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>, written: (...args: Args) => string[]) =>
    async (...args: Args): Promise<T> => {
      refuse(...written(...args))
      return work(...args)
    }
  const both = (from: string, to: string) => [from, to]
  const one = (path: string) => [path]
  return {
    ...files,
    place: guarded(files.place, both),
    rename: guarded(files.rename, both),
    copy: guarded(files.copy, (_from, to) => [to]),
    write: guarded(files.write, one),
    makeFolder: guarded(files.makeFolder, one),
    remove: guarded(files.remove, one),
    removeEmptyFolder: guarded(files.removeEmptyFolder, one),
  }
}
