import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Files } from '../../../base/platform/ports'
import type { DataPaths } from './data-paths'
import { DATABASE, MANIFEST, type Manifest, manifestText, readManifest, SETTINGS_FILE } from './manifest'

/** The work of the next start before it opens the database. */
interface Order {
  /** The database is not replaced: the library starts empty. */
  anew: boolean
  /** Name of the folder for the current database. */
  aside: string
  /** The manifest of that folder. */
  manifest: Manifest
}

const Orders = Type.Object({
  anew: Type.Boolean(),
  aside: Type.String({ pattern: '^[^/\\\\]+$' }),
  manifest: Type.Unknown(),
})
const orderAt = (paths: DataPaths) => join(paths.pending, 'order.json')
/** Path of the mark beside an order that was carried out but could not be deleted. */
const endAt = (paths: DataPaths) => join(paths.pending, 'done')
/** Paths of the prepared copies. */
export const stagedPaths = (paths: DataPaths) => ({
  database: join(paths.pending, DATABASE),
  settings: join(paths.pending, SETTINGS_FILE),
})

/** Writes the order. After this write the restore happens, even if the process is killed. */
export async function writeRestoreOrder(files: Files, paths: DataPaths, order: Order): Promise<void> {
  await files.makeFolder(paths.pending, 0o700)
  await files.remove(endAt(paths))
  await files.write(orderAt(paths), JSON.stringify(order), 0o600)
}

/** Whether the next start replaces the database. */
export async function isOrdered(files: Files, paths: DataPaths): Promise<boolean> {
  return (await files.stat(orderAt(paths))) !== undefined && (await files.stat(endAt(paths))) === undefined
}

/**
 * Makes room for another order. Leftovers of an earlier order may stay, except those that the next start would take
 * for part of this order: then this throws.
 */
export async function clearPending(files: Files, paths: DataPaths): Promise<void> {
  const failure = await files.removeFolder(paths.pending).catch((error: unknown) => ({ error }))
  if (!failure) return
  const { database, settings } = stagedPaths(paths)
  for (const staged of [database, `${database}-wal`, settings])
    if ((await files.stat(staged)) !== undefined) throw failure.error
}

/**
 * Carries out a prepared restore while the database is closed: sets the database aside, moves the copy into its
 * place, and deletes the order. When the process is killed at any point, the next call continues. Returns the order.
 * Leftovers do not stop the restore; `leftOver` gets their paths.
 */
export async function applyPendingRestore(
  files: Files,
  paths: DataPaths,
  leftOver: (path: string) => Promise<unknown> = (path) => files.removeFolder(path).catch(() => undefined),
): Promise<Order | undefined> {
  const order = await readOrder(files, paths)
  if (order) {
    const { database, settings } = stagedPaths(paths)
    const isPlaced = !order.anew && !(await files.stat(database))
    if (!isPlaced) await setAside(files, paths, order)
    if (!isPlaced && !order.anew) await files.rename(database, paths.database)
    if (await files.stat(settings)) await files.rename(settings, paths.config)
    await files.remove(paths.lastStop)
    await endOrder(files, paths)
  }
  // The mark beside an order is removed after the order, never before.
  const isRemoved = await files.remove(orderAt(paths)).then(
    () => true,
    () => false,
  )
  if (isRemoved) await leftOver(paths.pending)
  return order
}

/**
 * Marks an order that another program keeps from being deleted. It must not be carried out again, or the library
 * would start empty each time.
 */
async function endOrder(files: Files, paths: DataPaths): Promise<void> {
  await files.remove(orderAt(paths)).catch(async (error: unknown) => {
    await files.write(endAt(paths), '', 0o600).catch(() => Promise.reject(error))
  })
}

async function readOrder(files: Files, paths: DataPaths): Promise<Order | undefined> {
  if (!(await isOrdered(files, paths))) return undefined
  const found: unknown = JSON.parse(new TextDecoder().decode(await files.read(orderAt(paths))))
  const manifest = Value.Check(Orders, found) ? readManifest(JSON.stringify(found.manifest)) : undefined
  if (!Value.Check(Orders, found) || !manifest)
    throw new Error(`${orderAt(paths)} is not readable. Remove the folder to start without the restore`)
  return { anew: found.anew, aside: found.aside, manifest }
}

async function setAside(files: Files, paths: DataPaths, { aside, manifest }: Order): Promise<void> {
  const folder = join(paths.backups, aside)
  await files.makeFolder(folder, 0o700)
  await files.write(join(folder, MANIFEST), manifestText(manifest), 0o600)
  if (await files.stat(paths.config)) {
    const text = await files.read(paths.config)
    await files.write(join(folder, SETTINGS_FILE), text, 0o600)
  }
  // The database and its journal belong together.
  for (const end of ['', '-wal']) {
    if (!(await files.stat(paths.database + end))) continue
    await files.rename(paths.database + end, await free(files, join(folder, DATABASE + end)))
  }
  await files.remove(`${paths.database}-shm`)
}

/** A free path: a file that was set aside earlier is never overwritten. */
async function free(files: Files, path: string): Promise<string> {
  let name = path
  for (let copy = 2; await files.stat(name); copy++) name = `${path}.${copy}`
  return name
}
