import { type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises'
import { errorCode } from './error-code'
import { NEW_FILE } from './file-access'
import type { HashName } from './ports'

const CHUNK = 1 << 20

/** Reads `path` to the end. Throws when that fails. */
async function readThrough(
  path: string,
  each: (bytes: Uint8Array) => Promise<void>,
  by: HashName = 'sha256',
): Promise<string> {
  const hash = new Bun.CryptoHasher(by)
  const handle = await open(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(CHUNK)
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK, null)
      if (bytesRead === 0) return hash.digest('hex')
      const bytes = buffer.subarray(0, bytesRead)
      hash.update(bytes)
      await each(bytes)
    }
  } finally {
    await handle.close()
  }
}

/** A hash of a file in hex digits; memory stays small for any size. */
export function hashFile(path: string, by?: HashName): Promise<string> {
  return readThrough(path, async () => {}, by)
}

type Make = (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>

/** Writes a file piece by piece and flushes it to the disk. An existing file is replaced. */
export async function createFile(path: string, make: Make): Promise<void> {
  await writeInto(await open(path, 'w', NEW_FILE), make)
}

/** Continues a file at byte `from`, cutting off the rest. Throws when the file is shorter. */
export async function extendFile(path: string, from: number, make: Make): Promise<void> {
  if (from === 0) return createFile(path, make)
  const target = await open(path, 'r+')
  const { size } = await target.stat()
  if (size < from) {
    await target.close()
    throw new Error(`${path} has ${size} bytes, and is to be written on from ${from}`)
  }
  await target.truncate(from)
  await writeInto(target, make, from)
}

async function writeInto(target: FileHandle, make: Make, from = 0): Promise<void> {
  let end = from
  try {
    await make(async (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await target.write(bytes, at, bytes.length - at, end)
        at += bytesWritten
        end += bytesWritten
      }
    })
    await target.sync()
  } finally {
    await target.close()
  }
}

/** Copies into `to`, replacing an existing file, and flushes it to the disk. Returns the SHA-256 of the source. */
export async function copyFile(from: string, to: string): Promise<string> {
  let hash = ''
  await createFile(to, async (write) => {
    hash = await readThrough(from, write)
  })
  return hash
}

/**
 * Gives the file `from` the name `to` on the same disk, unless the name is taken: then returns false and changes
 * nothing.
 */
export async function placeFile(from: string, to: string): Promise<boolean> {
  if (process.platform === 'win32') return (await import('./windows-move')).placeOnWindows(from, to)
  try {
    await link(from, to)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    if (errorCode(error) === 'ENOENT') throw error
    return placeWithoutLinks(from, to)
  }
  try {
    await unlink(from)
  } catch (error) {
    // The disk did not release the old name: the file stays there, under one name.
    await unlink(to).catch(() => undefined)
    throw error
  }
  return true
}

/** Some disks have no hard links (exFAT, many network drives); there a check beforehand has to do. */
async function placeWithoutLinks(from: string, to: string): Promise<boolean> {
  const exists = await lstat(to).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return false
      throw error
    },
  )
  if (!exists) await rename(from, to)
  return !exists
}
