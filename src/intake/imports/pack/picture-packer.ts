import { dirname, join } from 'node:path'
import type { ArchiveDeps } from '../../../base/formats/archives/archive'
import { ArchiveError } from '../../../base/formats/archives/archive-error'
import { sha256 } from '../../../base/platform/digest'
import { diskSentence } from '../../../base/platform/disk-sentence'
import type { Files, Log } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Handler, Tools } from '../../../base/work/operations'
import { pathTaken } from '../../../library/filing/refusals'
import { packPictures } from '../../../library/recognition/service'
import type { ContentType } from '../../../library/series/states'
import { progressEvent } from '../progress'
import { findScan } from '../store'
import * as store from './store'

export interface PackPayload {
  kind: ContentType
  scan_id: string
  paths: string[]
}

export interface PackProgress {
  done: number
  total: number
}

interface Deps {
  db: Database
  log: Log
  archives: ArchiveDeps & { files: Files }
  /** Starts another scan; `remarks`: sentences for it to list. */
  rescan: (kind: ContentType, options: { remarks: string[]; during: string }) => Promise<unknown>
}

/**
 * Packs folders of loose pictures into a CBZ beside each, which is read back before it gets its name. The pictures stay
 * where they are. Safe to repeat: a packed folder no longer has a row.
 */
export class PicturePacker implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, tools: Tools): Promise<{ packed: number; failed: number } | undefined> {
    const { db } = this.deps
    const { kind, scan_id, paths } = payload as PackPayload
    const left = store.packablePaths(db.read, scan_id, paths)
    const total = paths.length
    const remarks: string[] = []
    for (const [at, path] of left.entries()) {
      if (tools.signal.aborted) return undefined
      const progress: PackProgress = { done: total - left.length + at, total }
      tools.report(progress.done / total, progress)
      const failure = await this.pack(path)
      if (failure !== undefined) remarks.push(`${path} was not packed: ${failure}`)
      await tools.persist((tx) => {
        if (failure === undefined) store.wasPacked(tx, scan_id, path)
        else store.wasNotPacked(tx, scan_id, path, `The pictures were not packed: ${failure}`)
        const scan = findScan(tx, scan_id)
        if (scan) tx.emit({ type: 'import.progress', ...progressEvent(scan) })
      })
    }
    if (tools.signal.aborted) return undefined
    await this.listResult(kind, { remarks, during: tools.operation_id })
    return { packed: total - remarks.length, failed: remarks.length }
  }

  /** Why the folder was not packed, as a sentence; undefined when it was. */
  private async pack(folder: string): Promise<string | undefined> {
    const { archives } = this.deps
    const { files } = archives
    const target = `${folder}.cbz`
    // The same name each time, so that a run after a crash replaces the leftover.
    const part = join(dirname(folder), `.panelkeep-${sha256(folder).slice(0, 24)}.cbz`)
    try {
      await packPictures(folder, part, archives)
      if (!(await files.place(part, target))) throw pathTaken(target)
      return undefined
    } catch (error) {
      await files.remove(part).catch(() => undefined)
      return error instanceof ArchiveError ? error.detail : diskSentence(error, target)
    }
  }

  private async listResult(kind: ContentType, options: { remarks: string[]; during: string }): Promise<void> {
    try {
      await this.deps.rescan(kind, options)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.deps.log.warn('imports', 'no scan after packing', { kind, why: error.detail })
    }
  }
}
