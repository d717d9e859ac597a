import type { Files, Ports } from '../platform/ports'
import type { Layout } from './data-directory'
import { asStartError } from './start-error'

const ROOM = 1024 * 1024

/**
 * Makes the data directory and tries whether it takes a megabyte. Answers the topmost
 * folder that it made for that: what a start that fails takes away again.
 */
export async function prepareDataDirectory({ files }: Ports, at: Layout): Promise<string | undefined> {
  let made: string | undefined
  const probe = `${at.dataDir}/.room`
  try {
    made = await files.makeFolder(at.dataDir, 0o700)
    await files.write(probe, new Uint8Array(ROOM))
    await files.remove(probe)
    return made
  } catch (error) {
    if (made) await files.removeFolder(made).catch(() => undefined) // nothing of ours is in it
    throw asStartError(error, at)
  }
}

/** What a run left that was killed while it saved: copies of settings and keys. Call it with the lock in hand. */
export async function removePartialFiles({ files }: Pick<Ports, 'files'>, at: Layout): Promise<void> {
  for (const folder of [at.dataDir, at.secure]) {
    const entries = (await files.stat(folder)) ? await files.list(folder) : []
    const stale = entries.filter(({ name, kind }) => kind === 'file' && HALF_SAVED.test(name))
    for (const { name } of stale) await files.remove(`${folder}/${name}`)
  }
}

/** As `Files.write` names what it has not finished: `.config.ini.4711.tmp`. */
const HALF_SAVED = /^\..+\.\d+\.tmp$/

/**
 * Whether a library was here whose database is not: an empty one in its place would look as if all was gone. A journal
 * alone is no database: SQLite removes it when it opens an empty file beside it.
 */
export async function isDatabaseLost(files: Files, at: Layout): Promise<boolean> {
  const facts = await files.stat(at.database)
  if (facts && facts.size > 0) return false
  const backups = await files.list(at.backups).catch(() => [])
  return backups.length > 0 || (await files.stat(at.sessionKey)) !== undefined
}

/** The key that signs sessions: made once, readable by its owner alone. */
export async function sessionKey({ files, random }: Ports, at: Layout): Promise<Uint8Array> {
  const there = await files.stat(at.sessionKey)
  if (there && there.size === 32) return files.read(at.sessionKey)
  const key = random.bytes(32)
  await files.makeFolder(at.secure, 0o700)
  await files.write(at.sessionKey, key, 0o600)
  return key
}
