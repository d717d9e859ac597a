import { basename, extname, join } from 'node:path'
import { isLitter } from '../../base/formats/archives/pages'
import { fromMs, plus } from '../../base/platform/clock'
import { sha256 } from '../../base/platform/digest'
import type { Clock, Files, Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { isKnown } from './journal-store'
import type { ProcessRequests } from './requests'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  files: Files
  requests: Pick<ProcessRequests, 'begin'>
  /** The watched folder; empty when no folder is watched. */
  folder: () => string
}

/** All files below an entry. */
interface Measure {
  bytes: number
  files: number
  /** When the newest of the files changed. */
  changedMs: number
}

/** An entry that did not change for this long is complete. So is an entry that had the same size in two scans. */
const SETTLED_MS = 60_000
const DEEPEST = 12

/** Imports from the watched download folder: each of its entries is one download. */
export class DropFolder {
  /** The entries of the last scan, by path. */
  private seen = new Map<string, string>()

  constructor(private readonly deps: Deps) {}

  async scan(): Promise<void> {
    const { files, log, folder } = this.deps
    const path = folder()
    if (path === '') return
    const entries = await files.list(path).catch((error: unknown) => {
      log.warn('processing', 'the folder for completed downloads cannot be opened', { path, error })
      return []
    })
    const seen = new Map<string, string>()
    for (const { name, kind } of entries) {
      if (isLitter(name) || (kind !== 'file' && kind !== 'folder')) continue
      await this.check(join(path, name), seen)
    }
    this.seen = seen
  }

  private async check(path: string, seen: Map<string, string>): Promise<void> {
    const { db, clock, files } = this.deps
    const measure = await measured(path, files)
    if (measure.files === 0) return
    const digest = sha256(`folder\n${path}\n${measure.bytes}\n${measure.files}\n${measure.changedMs}`).slice(0, 40)
    seen.set(path, digest)
    const isOld = fromMs(measure.changedMs) < plus(clock.now(), -SETTLED_MS)
    if ((isOld || this.seen.get(path) === digest) && !isKnown(db.read, digest)) this.importEntry(path, digest)
  }

  private importEntry(content_path: string, digest: string): void {
    const title = basename(content_path, extname(content_path))
    try {
      this.deps.requests.begin({ title, content_path, origin: 'folder' }, digest)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // The entry is being processed already.
    }
  }
}

async function measured(path: string, files: Files, depth = 0): Promise<Measure> {
  const facts = await files.stat(path).catch(() => undefined) // The file was removed in between.
  if (facts?.kind === 'file') return { bytes: facts.size, files: 1, changedMs: facts.modifiedMs }
  const sum: Measure = { bytes: 0, files: 0, changedMs: 0 }
  if (depth > DEEPEST) return sum
  for (const { name, kind } of await files.list(path).catch(() => [])) {
    if (kind !== 'file' && kind !== 'folder') continue
    const each = await measured(join(path, name), files, depth + 1)
    sum.bytes += each.bytes
    sum.files += each.files
    sum.changedMs = Math.max(sum.changedMs, each.changedMs)
  }
  return sum
}
