import { chmod, chown, stat } from 'node:fs/promises'

/** Mode of new files; the umask removes bits from it. */
export const NEW_FILE = 0o666
/** Mode of new folders, before the umask. */
export const NEW_FOLDER = 0o777

/**
 * Gives `to` the mode, owner and group of `from`, as far as this user and the disk allow: only root may change owners,
 * other users may set a group that they belong to, and network drives often have neither. Does nothing when `from` does
 * not exist.
 */
export async function keepAccess(from: string, to: string, what: 'all' | 'owner' = 'all'): Promise<void> {
  const [was, now] = [await factsOf(from), await factsOf(to)]
  if (!was || !now) return
  const isOwned = (was.uid === now.uid && was.gid === now.gid) || (await isAllowed(chown(to, was.uid, was.gid)))
  if (!isOwned) await isAllowed(chown(to, now.uid, was.gid))
  // A file that runs as its owner must not run as another.
  if (what === 'all') await isAllowed(chmod(to, was.mode & (isOwned ? 0o7777 : 0o777)))
}

const factsOf = (path: string) => stat(path).catch(() => undefined)

/** Best effort: attributes that a disk does not keep do not stop the change. */
function isAllowed(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
