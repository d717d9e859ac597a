import { basename, dirname, join } from 'node:path'
import { fileFacts } from '../../base/formats/archives/file-facts'
import { fingerprint } from '../../base/formats/fingerprint'
import type { Clock, FileFacts, Files, Random } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import { recount } from '../series/counts-store'
import { type FileContent, fileAt, linkFileToIssue, saveFile } from '../series/file-store'
import { setLocation } from '../series/presence-store'
import type { SeriesRow } from '../series/store'
import { isNameFor } from './folders'
import type { FileJournal } from './journal'
import { isPlaced, partialPathOf, placeImport } from './place-file'
import { freePath, type Homes, homeOf } from './series-folder'
import type { PlaceMethod } from './states'

/** The caller's record of an import, written before the disk is touched. */
interface ImportStep {
  target: string | null
  /** SHA-256 of the checked copy; null before one exists. */
  target_hash: string | null
}

export interface FileImport {
  /** The same in every attempt. */
  id: string
  /** The file on disk. It stays: a caller that moves it removes it when the library has it. */
  path: string
  /** The source in the history, and where undo moves the file back to, if `returns`. */
  source: string
  /** Undo moves the file back to `source`, and not into the recycle folder. */
  returns: boolean
  placing: PlaceMethod
  /** The intended path. When it is taken, the file gets the first free of `name (2)`, `name (3)` … */
  wanted: string
  /** The step as the last process, or the last attempt, left it. */
  step: ImportStep
  batch_id: string
  permissions: Permissions | undefined
  /** Called before the file is placed: throws when the file is not the chosen one. */
  check?: () => Promise<void>
  save: (step: ImportStep) => void
  /** The issues that the file becomes, created when they are new; undefined when the import was cancelled. */
  issues: (tx: Tx) => { comic_id: string; issue_ids: readonly string[] } | undefined
  /** Runs in the transaction that adds the file to the library. */
  imported: (tx: Tx, file: { file_id: string; path: string }) => void
}

interface SeriesHome extends Pick<Homes, 'roots' | 'naming' | 'aside'> {
  permissions: Permissions | undefined
}

/** Mode of new files and folders. */
export interface Permissions {
  file: number
  folder: number
}

interface Deps {
  db: Database
  clock: Clock
  random: Pick<Random, 'id'>
  files: Files
  journal: Pick<FileJournal, 'recordImport'>
  /** Opens a file and reads the facts that its row stores. Throws when it is not a comic. */
  inspect: (path: string) => Promise<Omit<FileContent, 'content_hash'>>
}

/**
 * The one way into the library for a file from outside: the path is recorded, the file is linked, or copied and
 * checked, gets its name, and is added to its issues together with its row in the journal. After a kill at any point,
 * the next call with the same `step` finds the placed file and makes no second one.
 */
export class FileImporter {
  constructor(private readonly deps: Deps) {}

  /** False when the import was cancelled. Throws the reason when it failed; the library is then unchanged. */
  async import(it: FileImport): Promise<boolean> {
    return this.link(it, (await this.placedBefore(it)) ?? (await this.place(it)))
  }

  /** The path for a file of that name below the folder of its series, which is created. */
  async pathFor(series: SeriesRow, name: readonly string[], { permissions, ...homes }: SeriesHome): Promise<string> {
    const { db, clock, files: disk } = this.deps
    const files = { ...disk, makeFolder: (folder: string) => this.openFolder(folder, permissions) }
    const home = await homeOf(series, { db: db.read, files, ...homes })
    // The next file could not distinguish the folder of the series from folders that the template creates in it.
    if (series.location === null && name.length > 1)
      db.write((tx) => setLocation(tx, series.comic_id, home, clock.now()))
    return join(home, ...name)
  }

  /** Creates a folder; new folders on the way get the configured permissions. */
  async openFolder(folder: string, permissions: Permissions | undefined): Promise<string | undefined> {
    const { files } = this.deps
    const made = await files.makeFolder(folder)
    if (made === undefined || !permissions) return made
    for (let each = folder; each.length >= made.length; each = dirname(each))
      await files.permit(each, permissions.folder)
    return made
  }

  /** The file that an earlier attempt placed. Under an outdated name it is removed: its source still exists. */
  private async placedBefore({ id, path, step, wanted, check }: FileImport): Promise<string | undefined> {
    const { db, files } = this.deps
    const { target, target_hash: hash } = step
    if (target === null || !(await isPlaced({ id, target, hash }, path, files))) return undefined
    if (isNameFor(wanted, target)) return target
    await check?.()
    if (fileAt(db.read, target) === undefined) await files.remove(target)
    return undefined
  }

  private async place(it: FileImport): Promise<string> {
    const { files } = this.deps
    const { id, path, placing, wanted } = it
    await it.check?.()
    const facts = await fileFacts(files, path)
    await this.openFolder(dirname(wanted), it.permissions)
    for (;;) {
      const target = await freePath(files, dirname(wanted), basename(wanted))
      it.save({ target, target_hash: null })
      const copied = (target_hash: string) => it.save({ target, target_hash })
      if (await placeImport({ from: path, target, part: partialPathOf({ id, target }), facts, placing, copied }, files))
        return target
    }
  }

  /** Removes a file that cannot be added to the library, as long as its source still exists. */
  private async link(it: FileImport, path: string): Promise<boolean> {
    const { files, inspect } = this.deps
    try {
      await this.permit(it, path)
      const content = { ...(await inspect(path)), content_hash: await fingerprint(path, files) }
      const isLinked = this.write(it, path, content, await fileFacts(files, path))
      if (!isLinked) await this.remove(it, path)
      return isLinked
    } catch (error) {
      await this.remove(it, path)
      throw error
    }
  }

  private async remove(it: FileImport, path: string): Promise<void> {
    const { files } = this.deps
    if ((await files.stat(it.path)) !== undefined) await files.remove(path)
  }

  private write(it: FileImport, path: string, content: FileContent, facts: FileFacts): boolean {
    const { db, clock, random, journal } = this.deps
    const { batch_id, source: from, returns } = it
    const stamp = { size: facts.size, modified_ms: facts.modifiedMs }
    return db.write((tx) => {
      const found = it.issues(tx)
      if (!found) return false
      const row = { file_id: random.id(), path, ...stamp, ...content, added_at: clock.now() }
      const file_id = saveFile(tx, row)
      linkIssues(tx, found.comic_id, found.issue_ids, file_id)
      journal.recordImport(tx, batch_id, { file_id, from, to: path, returns, ...stamp })
      it.imported(tx, { file_id, path })
      return true
    })
  }

  /** A second name or a link has the permissions of its target, which are left alone. */
  private async permit({ placing, permissions }: FileImport, path: string): Promise<void> {
    if (permissions && (placing === 'move' || placing === 'copy')) await this.deps.files.permit(path, permissions.file)
  }
}

/** Adds the file to issues, and updates the counts of the series. */
export function linkIssues(tx: Tx, comicId: string, issueIds: readonly string[], fileId: string): void {
  for (const issue_id of issueIds) {
    linkFileToIssue(tx, issue_id, fileId)
    tx.emit({ type: 'issue.changed', issue_id, comic_id: comicId })
  }
  recount(tx, comicId)
}
