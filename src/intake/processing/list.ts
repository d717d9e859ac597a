import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Files, Random } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { DownloadItem } from '../downloads/store'
import { insideOf } from './downloaded-file'
import { placementFailure } from './inspect'
import { addPlacements, dropPlacements, placementsOf } from './store'
import { survey } from './survey'

interface Deps {
  db: Database
  ports: { clock: Clock; random: Pick<Random, 'id'> }
  archives: ArchiveDeps & { files: Files }
}

/** Files per write: requests get through between two writes. */
const AT_ONCE = 100

/**
 * Writes one row for each file; with `only`, just for the file at that path inside its archives. Writes nothing when
 * cancelled before all files were found.
 */
export async function listDownloadedFiles(
  { item_id }: Pick<DownloadItem, 'item_id'>,
  content: string,
  { only, ...how }: { folder: string; signal: AbortSignal; only?: readonly string[] },
  { db, ports, archives }: Deps,
): Promise<void> {
  const before = placementsOf(db.read, item_id)
  if (before[0]?.position === 0) return
  if (before.length > 0) db.write((tx) => dropPlacements(tx, item_id))
  const all = await survey(content, { archives, ...how })
  const found = only ? all.filter((file) => insideOf(file).join('\0') === only.join('\0')) : all
  const updated_at = ports.clock.now()
  const rows = found.map(({ fault, ...file }, position) => {
    const ids = { placement_id: ports.random.id(), item_id, position }
    const seen = fault === undefined ? { state: 'found' as const } : placementFailure(fault, file.source_path)
    return { ...file, ...ids, ...seen, updated_at }
  })
  // The first file is written last: a list without it was cut off.
  rows.reverse()
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    if (how.signal.aborted) return
    db.write((tx) => addPlacements(tx, rows.slice(at, at + AT_ONCE)))
    await nextTurn()
  }
}
