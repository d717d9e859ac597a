import { basename, dirname } from 'node:path'
import type { ArchiveDeps } from '../../../base/formats/archives/archive'
import type { Clock, Files, Log } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { updateFileLocations } from '../../../library/series/presence-store'
import { filesWithHash } from '../library-store'
import { scanFile } from '../scan/scan-file'
import type { KnownFiles } from './known-files'
import { rewriteOf } from './rewrite'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  archives: ArchiveDeps & { files: Files }
  known: KnownFiles
}

/** Reads one library file again, as a scan would, when it is opened and was rewritten since. */
export class Reinspection {
  constructor(private readonly deps: Deps) {}

  async at(path: string): Promise<void> {
    const { db, clock, log, known } = this.deps
    const folder = dirname(path)
    const found = { place: { root: folder, path: folder, parts: [] }, name: basename(path) }
    const scanned = await scanFile(found, '', this.deps)
    if (!scanned?.seen) return
    const { row, libraryFile, replaces, facts } = scanned
    if (libraryFile) {
      const { size, modified_ms } = row
      db.write((tx) =>
        updateFileLocations(tx, [{ file_id: libraryFile.file_id, path, size, modified_ms }], clock.now()),
      )
      return
    }
    // Only a scan of all files can detect a file that moved here, or a copy.
    if (!replaces || !facts || !row.content_hash || filesWithHash(db.read, row.content_hash).length > 0) return
    const accepted = await known.accepted([rewriteOf(replaces, row, facts)])
    const sentences = await known.follow(accepted, [], (_, work) => {
      db.write(work)
      return true
    })
    for (const sentence of sentences) log.info('import', 'file keeps its number', { sentence })
  }
}
