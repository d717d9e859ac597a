import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Files } from '../../../base/platform/ports'

/**
 * The part of an update while no database is open, as a file in the data directory. `ready`: the new executable is
 * beside the old one. `swapping`: the two are being exchanged. `trial`: the new one runs and must respond.
 * `answered`: the new one responded. `reverting`: the old one is being restored.
 */
const Pending = Type.Object({
  update_id: Type.String(),
  from: Type.String(),
  to: Type.String(),
  step: Type.Union(['ready', 'swapping', 'trial', 'answered', 'reverting'].map((step) => Type.Literal(step))),
  /** How often the new version was started without a response. */
  starts: Type.Integer({ minimum: 0 }),
  /** Why the old version is restored, as a sentence. */
  reason: Type.Union([Type.String(), Type.Null()]),
})

export interface PendingUpdate extends Omit<Static<typeof Pending>, 'step'> {
  step: 'ready' | 'swapping' | 'trial' | 'answered' | 'reverting'
}

/** The result of an update that the last process left. */
export interface UpdateResult {
  update_id: string
  state: 'installed' | 'rolled_back' | 'failed'
  error: string | null
}

/** Paths of an update: `folder` is in the data directory, the others are beside the executable. */
export function updatePaths(folder: string, executable: string) {
  const [, stem, ending] = /^(.*?)(\.exe)?$/i.exec(executable)!
  return {
    executable,
    /** The new executable under its temporary name. */
    next: `${stem}.update-new${ending ?? ''}`,
    /** The old executable, until the new one has responded. */
    previous: `${stem}.update-old${ending ?? ''}`,
    pending: join(folder, 'update.json'),
    /** The database as the old version left it. */
    database: join(folder, 'before.db'),
    download: join(folder, 'download.part'),
    unpacked: join(folder, 'unpacked.part'),
    folder,
  }
}
export type UpdatePaths = ReturnType<typeof updatePaths>

export async function readPending(
  files: Files,
  { pending }: Pick<UpdatePaths, 'pending'>,
): Promise<PendingUpdate | undefined> {
  if (!(await files.stat(pending))) return undefined
  const found: unknown = JSON.parse(new TextDecoder().decode(await files.read(pending)))
  if (!Value.Check(Pending, found)) throw new Error(`${pending} has an unknown format`)
  return found as PendingUpdate
}

export async function writePending(files: Files, paths: UpdatePaths, pending: PendingUpdate): Promise<void> {
  await files.makeFolder(paths.folder, 0o700)
  await files.write(paths.pending, JSON.stringify(pending), 0o600)
}

/**
 * Removes the files of an update, the folder last: when the process is killed before, the next start repeats this.
 * Windows keeps a running file; the folder stays until that file is gone.
 */
export async function clearUpdate(files: Files, paths: UpdatePaths): Promise<void> {
  if (!(await files.stat(paths.folder))) return
  await files.remove(paths.pending)
  await files.remove(paths.next).catch(() => undefined)
  await files.remove(paths.previous).catch(() => undefined)
  for (const path of [paths.database, `${paths.database}.part`, paths.download, paths.unpacked])
    await files.remove(path).catch(() => undefined) // the next start retries, since the folder still exists
  if (!(await files.stat(paths.previous))) await files.removeEmptyFolder(paths.folder)
}
