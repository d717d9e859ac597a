import { mkdir, readdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from './error-code'

interface CacheUsage {
  /** The size after the cleanup. */
  files: number
  bytes: number
  removed: number
}

interface Kept {
  path: string
  bytes: number
  usedMs: number
}

/** A half-written file left by a killed process. */
const ABANDONED_MS = 60 * 60 * 1000

/**
 * Files that can be rebuilt, so they may be deleted at any time. A file's time says when it was last used; uses since
 * the last `tidy` are held in memory, so that a hit costs one read and no write.
 */
export class DiskCache {
  private readonly used = new Map<string, number>()
  private writes = 0

  constructor(private readonly folder: string) {}

  /** `name` is relative and may contain folders. Undefined when the file does not exist or cannot be read. */
  async get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      const bytes = await readFile(join(this.folder, name))
      this.used.set(name, Date.now())
      return bytes
    } catch {
      return undefined // for any reason, the caller rebuilds the file
    }
  }

  /** A reader sees the whole file or none. Throws when the disk refuses the write. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.folder, name)
    const beside = join(dirname(path), `.${process.pid}-${++this.writes}.tmp`)
    await mkdir(dirname(path), { recursive: true })
    try {
      await writeFile(beside, bytes) // not flushed: after a power cut the file is rebuilt
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  }

  /** Deletes the least recently used files until at most `mostBytes` are left. */
  async tidy(mostBytes: number): Promise<CacheUsage> {
    await this.writeUses()
    const kept = (await this.list()).sort((a, b) => a.usedMs - b.usedMs)
    let bytes = kept.reduce((sum, file) => sum + file.bytes, 0)
    let removed = 0
    for (const file of kept) {
      if (bytes <= mostBytes) break
      await removeQuietly(file.path)
      bytes -= file.bytes
      removed += 1
    }
    return { files: kept.length - removed, bytes, removed }
  }

  private async writeUses(): Promise<void> {
    const uses = [...this.used]
    this.used.clear()
    for (const [name, ms] of uses) {
      await utimes(join(this.folder, name), ms / 1000, ms / 1000).catch(() => undefined) // deleted meanwhile
    }
  }

  private async list(): Promise<Kept[]> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return []
      throw error
    })
    const kept: Kept[] = []
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const facts = await stat(path).catch(() => undefined)
      if (!facts) continue
      if (!entry.name.endsWith('.tmp')) kept.push({ path, bytes: facts.size, usedMs: facts.mtimeMs })
      else if (Date.now() - facts.mtimeMs > ABANDONED_MS) await removeQuietly(path)
    }
    return kept
  }
}

async function removeQuietly(path: string): Promise<void> {
  await unlink(path).catch(() => undefined) // deleted already, or open in another program: the next tidy retries
}
