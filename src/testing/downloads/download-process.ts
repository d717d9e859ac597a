import { plus } from '../../base/platform/clock'
import type { Clock, Instant, Log } from '../../base/platform/ports'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { Operations } from '../../base/work/operations'
import { type CleanupRules, cleanupAfter } from '../../intake/downloads/cleanup/cleanup'
import { ClientCleanup } from '../../intake/downloads/cleanup/client-cleanup'
import { Journal } from '../../intake/downloads/journal/journal'
import * as course from '../../intake/downloads/journal/stage-changes'
import { DownloadCancels } from '../../intake/downloads/queue/cancel'
import { ProgressBoard } from '../../intake/downloads/queue/progress'
import { PROCESS_DOWNLOAD } from '../../intake/downloads/states'
import { findDownload } from '../../intake/downloads/store'
import { CompletedDownloads } from '../../intake/downloads/tracking/completed-downloads'
import { Watcher } from '../../intake/downloads/tracking/watcher'
import type { FakeClient } from '../fakes/download-client'

/**
 * Downloads without the rest of the app: a process that can be killed at each write, on a database that survives it.
 */

export const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {} }

export const RULES: CleanupRules = {
  placing: 'move',
  seed_ratio: 1,
  seed_minutes: null,
  remove_completed: true,
  remove_failed: true,
}

/** A clock that the test sets; waits end immediately. */
export interface SetClock extends Clock {
  pass(minutes: number): void
}

export function setClock(start: Instant = '2026-11-21T08:00:00.000Z'): SetClock {
  let now = start
  return {
    now: () => now,
    uptime: () => 0,
    after: () => Promise.resolve(),
    pass(minutes) {
      now = plus(now, minutes * 60_000)
    },
  }
}

export interface ProcessDeps {
  db: Database
  clock: SetClock
  client: FakeClient
  /** Readable paths on this machine. */
  readable: Set<string>
  rules?: CleanupRules
  settings?: { blocks: boolean; searches: boolean; stalled_hours: number }
}

/** Kills the process before or after its `nth` write. */
export interface KillPoint {
  nth: number
  moment: 'before' | 'after'
}

class Killed extends Error {}

/** One process. After its end (`dead`) nothing reaches the database or the client. */
export function startProcess(outer: ProcessDeps, death?: KillPoint) {
  const { clock, readable, rules = RULES } = outer
  const life = { writes: 0, dead: false }
  const client = mortal(outer.client, life)
  const db = mortalDatabase(outer.db, life, death)
  const clients = {
    named: (name: string | null) => (name === client.name ? client : undefined),
    rules: (name: string) => (name === client.name ? rules : undefined),
    localPath: (_name: string, path: string) => path,
  }
  const operations = new Operations({ db, clock, random: systemRandom, log: QUIET })
  operations.handle(PROCESS_DOWNLOAD, { run: async (payload) => place((payload as { item_id: string }).item_id) })
  // Replaces the importer; each of its steps is a write.
  const place = (itemId: string) => {
    const protocol = findDownload(db.read, itemId)!.protocol
    for (const to of ['post_processing', 'moved'] as const)
      db.write((tx) => void course.advanceStage(tx, itemId, to, clock.now()))
    const cleanup = cleanupAfter(rules, protocol, 'placed')
    db.write((tx) => void course.advanceStage(tx, itemId, 'post_processed', clock.now(), { held: cleanup }))
  }
  const board = new ProgressBoard()
  const completedDownloads = new CompletedDownloads({ db, clock, log: QUIET, operations })
  const holding = new ClientCleanup({ db, clock, log: QUIET, clients })
  const settings = () => outer.settings ?? { blocks: true, searches: true, stalled_hours: 24 }
  const files = {
    stat: async (path: string) => (readable.has(path) ? ({ kind: 'file' } as never) : undefined),
    open: async () => ({ close: async () => {} }) as never,
    list: async () => [],
  }
  const ports = { files, log: QUIET, clients, settings }
  const watcher = new Watcher({ db, clock, board, completedDownloads, holding, ports })
  const journal = new Journal({ db, clock, random: systemRandom, log: QUIET, clients })
  const cancels = new DownloadCancels({ db, clock, operations, checkNow: () => {} })
  return {
    life,
    client,
    operations,
    watcher,
    journal,
    cancels,
    progressOf: (itemId: string) => board.of(itemId),
    /** Recovers like a start. */
    async recover() {
      operations.recover()
      await journal.recover()
    },
    /** Runs the watcher once, and the work that it starts. */
    async round() {
      await watcher.round()
      await operations.idle()
    },
  }
}

/** Throws at the write that kills the process, and at each write after it. */
function mortalDatabase(db: Database, life: { writes: number; dead: boolean }, death?: KillPoint): Database {
  let depth = 0
  const write = (work: never): unknown => {
    if (depth > 0) return db.write(work)
    if (life.dead) throw new Killed()
    life.writes += 1
    const last = life.writes === death?.nth
    if (last && death?.moment === 'before') {
      life.dead = true
      throw new Killed()
    }
    depth += 1
    try {
      const result = db.write(work)
      if (!last) return result
      life.dead = true
      throw new Killed()
    } finally {
      depth -= 1
    }
  }
  return new Proxy(db, { get: (target, name) => (name === 'write' ? write : Reflect.get(target, name, target)) })
}

/** A dead process sends no requests. */
function mortal(client: FakeClient, life: { dead: boolean }): FakeClient {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => (life.dead ? Promise.reject(new Killed()) : value.apply(target, args))
    },
  })
}
