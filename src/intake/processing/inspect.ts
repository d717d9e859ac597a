import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { diskSentence } from '../../base/platform/disk-sentence'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { writeErrorSentence } from '../../base/storage/write-errors'
import { inspectFile, picturesIn } from '../../library/recognition/service'
import type { ContentType } from '../../library/series/states'
import type { ReleaseLimits } from '../search/verdict/wanted'
import { type InspectedPlacement, identify } from './identify'
import type { ExpectedIssues, FileIdentity } from './identity'
import { findPlacement, type Placement, setPlacement } from './store'
import { fileOfPlacement } from './unpack'

interface Deps {
  db: Database
  clock: Clock
  archives: ArchiveDeps & { files: Files }
  /** Content type of a file without any sign of comic or manga. */
  usual: () => ContentType
  /** Languages and years that the user accepts. */
  limits: () => ReleaseLimits
}

interface Inspected {
  rows: readonly Placement[]
  expected: ExpectedIssues
  /** Folder for unpacking comics from archives. */
  folder: string
  signal: AbortSignal
}

/** Opens every file of a download, checks each page, and identifies its issues. Moves nothing. */
export async function inspectAll({ rows, expected, folder, signal }: Inspected, deps: Deps): Promise<void> {
  const { db, clock, usual, limits } = deps
  const seen: InspectedPlacement[] = []
  for (const row of rows.filter(({ state }) => state === 'found')) {
    if (signal.aborted) return
    const inspection = await looked(row, folder, deps)
    if (inspection) seen.push({ row, inspection })
  }
  const library = { db: db.read, today: clock.now().slice(0, 10), usual: usual(), limits: limits() }
  const identities = await identify(seen, rows.length, expected, library)
  const entries = [...identities]
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    if (signal.aborted) return
    db.write((tx) => {
      for (const [placementId, identity] of entries.slice(at, at + AT_ONCE))
        setPlacement(tx, placementId, { ...columnsOf(identity), updated_at: clock.now() })
    })
    await nextTurn()
  }
}

/** For a file that is not the wanted issue, the issues that the user can import it as. */
function columnsOf(identity: FileIdentity): Partial<Placement> {
  if (!('problem' in identity)) return { state: 'ready', ...identity }
  return { state: identity.contrary ? 'contrary' : 'unmatched', detail: identity.problem, ...identity.offer }
}

/** Files per write: requests get through between two writes. */
const AT_ONCE = 100

/** Undefined when the file cannot be imported; its row has the reason. */
async function looked(
  row: Placement,
  folder: string,
  deps: Deps,
): Promise<InspectedPlacement['inspection'] | undefined> {
  const { archives } = deps
  try {
    await checkSource(row, archives.files)
    const path = await fileOfPlacement(row, folder, archives)
    return await inspectFile(path, archives, 'all')
  } catch (error) {
    failPlacement(row, error, deps)
    return undefined
  }
}

/** The disk or our own limits are to blame, so the comic may be fine. */
const OURS: readonly string[] = ['unreadable', 'too_large']

const NEEDS_PASSWORD = 'It needs a password. Only a copy without one can be read.'

/** A broken file is damaged; any other failure needs the user. `path`: the file that was read. */
export function placementFailure(error: unknown, path: string): Pick<Placement, 'state' | 'detail'> {
  if (!(error instanceof ArchiveError)) return { state: 'failed', detail: diskSentence(error, path) }
  const detail = error.fault === 'encrypted' ? NEEDS_PASSWORD : error.detail
  return { state: OURS.includes(error.fault) ? 'failed' : 'damaged', detail }
}

/**
 * Records why a file was not imported. Throws the error if its row could not be written, since that is not the file's
 * fault.
 */
export function failPlacement(row: Placement, error: unknown, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  if (writeErrorSentence(error) !== undefined) throw error
  db.write((tx) => {
    // A file that was placed in the meantime stays placed.
    if (findPlacement(tx, row.placement_id)?.state === 'placed') return
    setPlacement(tx, row.placement_id, {
      ...placementFailure(error, row.target ?? row.source_path),
      updated_at: clock.now(),
    })
  })
}

/** Throws Refusal when the file was removed or changed since it was found. */
export async function checkSource(row: Placement, files: Files): Promise<void> {
  const { source_path, inner, size, modified_ms } = row
  if (row.pictures) {
    const now = await picturesIn(source_path, files)
    if (now.size !== size || now.modified_ms !== modified_ms) throw changed(source_path)
    return
  }
  const facts = await files.stat(source_path)
  const real = facts?.kind === 'link' ? await files.real(source_path) : undefined
  const there = real === undefined ? facts : await files.stat(real)
  if (there?.kind !== 'file') throw new Refusal('conflict', `There is nothing at ${source_path} any more.`)
  if (there.modifiedMs !== modified_ms || (inner === '' && there.size !== size)) throw changed(source_path)
}

const changed = (path: string) => new Refusal('conflict', `${path} changed while it was looked at.`)
