import { isOpen } from '../downloads/machine'
import { findItem } from '../downloads/store'
import type { FileJournal } from '../filing/journal'
import type { ArchiveDeps } from '../formats/archives/archive'
import { fileFacts } from '../formats/archives/file-facts'
import { fingerprint } from '../formats/fingerprint'
import type { Clock, Files, Random } from '../platform/ports'
import { contentOf, lookAt } from '../recognition/service'
import { recount } from '../series/counts-store'
import { linkFile, saveFile } from '../series/file-store'
import { findIssue } from '../series/store'
import type { Database, Tx } from '../storage/database'
import { type Placement, setPlacement } from './store'

interface Deps {
  db: Database
  world: { clock: Clock; random: Pick<Random, 'id'> }
  archives: ArchiveDeps & { files: Files }
  journal: Pick<FileJournal, 'arrived'>
}

/** Gives the library the file that lies at its target. One that nobody wants any more is removed again. */
export async function linkPlaced(row: Placement, batchId: string, deps: Deps): Promise<void> {
  const { db, world, archives, journal } = deps
  const { files } = archives
  const path = row.target as string
  const look = await lookAt(path, archives)
  const facts = await fileFacts(files, path)
  const content_hash = await fingerprint(path, files)
  const linked = db.write((tx) => {
    if (!isStillWanted(tx, row)) return false
    const at = world.clock.now()
    const file_id = saveFile(tx, {
      file_id: world.random.id(),
      path,
      size: facts.size,
      modified_ms: facts.modifiedMs,
      ...contentOf(look),
      content_hash,
      added_at: at,
    })
    linkIssues(tx, row, file_id)
    const stamp = { size: facts.size, modified_ms: facts.modifiedMs }
    journal.arrived(tx, batchId, { file_id, from: row.source_path, to: path, ...stamp })
    setPlacement(tx, row.placement_id, { state: 'placed', file_id, detail: null, updated_at: at })
    return true
  })
  if (!linked) await files.remove(path)
}

/** The file took the place of one that the library has, and its row. */
export function linkReplaced(row: Placement, { db, world }: Pick<Deps, 'db' | 'world'>): void {
  db.write((tx) => {
    const file_id = row.replaced_file_id as string
    linkIssues(tx, row, file_id)
    setPlacement(tx, row.placement_id, { state: 'placed', file_id, detail: null, updated_at: world.clock.now() })
  })
}

/** Somebody may have cancelled it in the middle. */
function isStillWanted(tx: Tx, { item_id }: Placement): boolean {
  const item = findItem(tx, item_id)
  return item !== undefined && isOpen(item.stage)
}

function linkIssues(tx: Tx, { issue_ids, comic_id }: Placement, fileId: string): void {
  for (const issue_id of issue_ids ?? []) {
    if (!findIssue(tx, issue_id)) continue
    linkFile(tx, issue_id, fileId)
    tx.emit({ type: 'issue.changed', issue_id, comic_id: comic_id as string })
  }
  recount(tx, comic_id as string)
}
