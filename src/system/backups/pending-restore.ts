import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Files } from '../../platform/ports'
import type { DataPaths } from './data-paths'
import { DATABASE, MANIFEST, type Manifest, manifestText, readManifest, SETTINGS } from './manifest'

/** What the next start does before it opens the database. */
export interface Order {
  /** Nothing comes into the place of the database: the library begins anew. */
  anew: boolean
  /** Name of the folder that takes the database that is there now. */
  aside: string
  /** What that folder says of itself. */
  manifest: Manifest
}

const Orders = Type.Object({
  anew: Type.Boolean(),
  aside: Type.String({ pattern: '^[^/\\\\]+$' }),
  manifest: Type.Unknown(),
})
const orderAt = (paths: DataPaths) => join(paths.pending, 'order.json')
/** Where the copies wait that are to be put in place. */
export const stagedPaths = (paths: DataPaths) => ({
  database: join(paths.pending, DATABASE),
  settings: join(paths.pending, SETTINGS),
})

/** From here on the restore happens, whatever ends this process. */
export async function giveOrder(files: Files, paths: DataPaths, order: Order): Promise<void> {
  await files.makeFolder(paths.pending, 0o700)
  await files.write(orderAt(paths), JSON.stringify(order), 0o600)
}

/** Whether the next start changes the database. */
export async function isOrdered(files: Files, paths: DataPaths): Promise<boolean> {
  return (await files.stat(orderAt(paths))) !== undefined
}

/**
 * Carries out a restore that was asked for, while nobody has the database open: sets the database aside, puts the copy
 * in its place, and forgets the order. Killed anywhere, the next call goes on where it was. Answers what was done.
 */
export async function applyPendingRestore(files: Files, paths: DataPaths): Promise<Order | undefined> {
  const order = await readOrder(files, paths)
  if (order) {
    const { database, settings } = stagedPaths(paths)
    const isPlaced = !order.anew && !(await files.stat(database))
    if (!isPlaced) await setAside(files, paths, order)
    if (!isPlaced && !order.anew) await files.rename(database, paths.database)
    if (await files.stat(settings)) await files.rename(settings, paths.config)
    await files.remove(paths.lastStop)
    await files.remove(orderAt(paths))
  }
  await files.removeFolder(paths.pending)
  return order
}

async function readOrder(files: Files, paths: DataPaths): Promise<Order | undefined> {
  if (!(await isOrdered(files, paths))) return undefined
  const found: unknown = JSON.parse(new TextDecoder().decode(await files.read(orderAt(paths))))
  const manifest = Value.Check(Orders, found) ? readManifest(JSON.stringify(found.manifest)) : undefined
  if (!Value.Check(Orders, found) || !manifest)
    throw new Error(`${orderAt(paths)} makes no sense. Remove the folder to go on without the restore`)
  return { anew: found.anew, aside: found.aside, manifest }
}

async function setAside(files: Files, paths: DataPaths, { aside, manifest }: Order): Promise<void> {
  const folder = join(paths.backups, aside)
  await files.makeFolder(folder, 0o700)
  await files.write(join(folder, MANIFEST), manifestText(manifest), 0o600)
  if (await files.stat(paths.config)) {
    const text = await files.read(paths.config)
    await files.write(join(folder, SETTINGS), text, 0o600)
  }
  // The journal belongs to the database: neither is of use without the other.
  for (const end of ['', '-wal']) {
    if (!(await files.stat(paths.database + end))) continue
    await files.rename(paths.database + end, await free(files, join(folder, DATABASE + end)))
  }
  await files.remove(`${paths.database}-shm`)
}

/** What was set aside before is never written over. */
async function free(files: Files, path: string): Promise<string> {
  let name = path
  for (let copy = 2; await files.stat(name); copy++) name = `${path}.${copy}`
  return name
}
