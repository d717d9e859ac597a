import type { Config } from '../../base/config/config'
import type { Ports } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { FileContent } from '../series/file-store'
import type { ContentType } from '../series/states'
import { BatchMover } from './batch-mover'
import type { OnFileLeft, OnFileMoved } from './changes'
import { FileBatches } from './file-batches'
import { FileImporter } from './importer'
import { FileJournal } from './journal'
import type { NamingSettings } from './naming'
import { RecycleBin } from './recycle-bin'
import { Renames } from './rename'
import { MOVE_SERIES, RENAME_FILES, UNDO_FILES } from './states'

interface Deps extends Pick<Ports, 'clock' | 'random' | 'files' | 'log'> {
  db: Database
  operations: Operations
  config: Pick<Config, 'get'>
  folders: {
    libraries: () => string[]
    /** Library folders of a kind, or of both. */
    roots: (kind?: ContentType) => string[]
    naming: () => NamingSettings
    /** The folder of story arcs. */
    aside: () => string | undefined
  }
  /** Called in the transaction that gives a file another path. */
  follow: OnFileMoved
  /** Called in the transaction that removes a file from the library. */
  left: OnFileLeft
  /** Opens a file at any path and reads the facts that its row stores. */
  inspect: (path: string) => Promise<Omit<FileContent, 'content_hash'>>
}

/** The journal of changes to files, with the operations that rename, move and undo. */
export function makeFiling({ db, clock, random, files, log, operations, config, folders, ...more }: Deps) {
  const { follow, left, inspect } = more
  const roots = folders.libraries
  const journal = new FileJournal({ db, clock, random, files, log, library: { roots, follow, left } })
  const importer = new FileImporter({ db, clock, random, files, journal, inspect })
  const mover = new BatchMover({ db, clock, files, operations, journal, roots })
  const renames = new Renames({ db, files, operations, journal, ...folders })
  const batches = new FileBatches({ db, operations, journal, mover })
  const recycled = new RecycleBin({ db, clock, files, log, days: () => config.get('recycle_days') })
  operations.handle(RENAME_FILES, mover)
  operations.handle(MOVE_SERIES, mover)
  operations.handle(UNDO_FILES, batches)
  return { journal, importer, renames, batches, recycled, naming: folders.naming }
}
