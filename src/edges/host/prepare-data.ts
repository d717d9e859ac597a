import { join } from 'node:path'
import type { Files, Ports } from '../../base/platform/ports'
import { tidy } from '../../base/platform/tidy'
import type { Layout } from './data-directory'
import { asStartError } from './start-error'

const ROOM = 1024 * 1024

/**
 * Creates the data directory and checks that a megabyte can be written. Returns the topmost created folder, which a
 * failed start removes again.
 */
export async function prepareDataDirectory({ files }: Pick<Ports, 'files'>, at: Layout): Promise<string | undefined> {
  let made: string | undefined
  try {
    made = await files.makeFolder(at.dataDir, 0o700)
    await files.tryRoom(at.dataDir, ROOM)
    return made
  } catch (error) {
    if (made) await files.removeFolder(made).catch(() => undefined) // the folder is empty
    throw asStartError(error, at)
  }
}

/** Removes partial files of a killed run: copies of settings, keys and the database. Call it while holding the lock. */
export async function removePartialFiles(
  ports: Pick<Ports, 'files'> & Partial<Pick<Ports, 'log'>>,
  at: Layout,
): Promise<void> {
  const { files } = ports
  const backups = (await foldersIn(files, at.backups)).map((name) => join(at.backups, name))
  for (const folder of [at.dataDir, at.secure, at.update, at.pending, at.backups, ...backups]) {
    const entries = (await files.stat(folder)) ? await files.list(folder) : []
    const stale = entries.filter(({ name, kind }) => kind === 'file' && HALF_SAVED.test(name))
    for (const { name } of stale) await tidy(ports, 'main', `${folder}/${name}`)
  }
}

async function foldersIn(files: Files, folder: string): Promise<string[]> {
  const entries = (await files.stat(folder)) ? await files.list(folder) : []
  return entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name)
}

/** The names of partial files (`files.ts`): `.config.ini.4711.tmp`; SQLite keeps a journal beside a database. */
const HALF_SAVED = /^\..+\.\d+\.tmp(-journal)?$/

/** Whether the directory held a library: its keys or its backups exist. */
export async function hadLibrary(files: Files, at: Layout): Promise<boolean> {
  const backups = await files.list(at.backups).catch(() => [])
  return backups.length > 0 || (await files.stat(at.sessionKey)) !== undefined
}

/**
 * Whether the database of an existing library is missing: starting with an empty one would look like data loss. A
 * journal alone is no database: SQLite deletes it when it opens an empty file beside it.
 */
export async function isDatabaseLost(files: Files, at: Layout): Promise<boolean> {
  const facts = await files.stat(at.database)
  return (facts?.size ?? 0) === 0 && (await hadLibrary(files, at))
}

/** The key that signs sessions: created once, readable only by its owner. */
export async function sessionKey({ files, random }: Ports, at: Layout): Promise<Uint8Array> {
  const there = await files.stat(at.sessionKey)
  if (there && there.size === 32) return files.read(at.sessionKey)
  const key = random.bytes(32)
  await files.makeFolder(at.secure, 0o700)
  await files.write(at.sessionKey, key, 0o600)
  return key
}
