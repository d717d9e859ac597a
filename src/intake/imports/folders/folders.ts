import { resolve } from 'node:path'
import { SUCCESS } from '../../../base/http/success'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Files, Instant } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { isBelow } from '../../../library/filing/folders'
import { markGone } from '../../../library/series/presence-store'
import type { ContentType } from '../../../library/series/states'
import { filesBelow } from '../library-store'
import { type DiskProbe, DiskProbes } from './disk-probe'
import { forgetDisk, lostDisks } from './disk-store'
import { LibraryFolders } from './library-folders'
import * as store from './store'

export type FolderKind = ContentType | 'inbox'
export type FolderState = 'watched' | 'polled' | 'unreachable' | 'missing'

export interface FolderPlace {
  kind: FolderKind
  path: string
}

interface Deps {
  db: Database
  clock: Clock
  files: Files
  /** The configured folders. */
  places: () => FolderPlace[]
  /** Whether a folder is watched. */
  hears: (kind: FolderKind, path: string) => boolean
  /** When the import folder was last scanned. */
  inboxLookAt: () => Instant | null
}

/** Files to mark in one transaction. */
const BATCH = 500

/** The scanned folders: library folders of both kinds and the import folder. */
export class Folders {
  private readonly disks: DiskProbes

  constructor(private readonly deps: Deps) {
    this.disks = new DiskProbes(deps)
  }

  async list() {
    const places = this.places()
    const figures = this.figures(places)
    const looks = await Promise.all(places.map(({ path }) => this.disks.ask(path)))
    const folders = places.map((place, at) => {
      const probe = looks[at]!
      const { file_count, gone_count } = figures.get(place)!
      return {
        ...place,
        ...this.stateOf(place, probe, file_count),
        free_bytes: probe.space?.free ?? null,
        total_bytes: probe.space?.total ?? null,
        file_count,
        gone_count,
        last_look_at:
          place.kind === 'inbox' ? this.deps.inboxLookAt() : store.lastScanAt(this.deps.db.read, place.kind),
      }
    })
    return { folders }
  }

  /**
   * Marks the files of an unavailable folder as missing, at the user's request. Only rows change; the next scan finds
   * files that come back.
   */
  async forget(path: string) {
    const { db, clock } = this.deps
    const libraries = this.places().filter(({ kind }) => kind !== 'inbox')
    const place = libraries.find((each) => resolve(each.path) === resolve(path))
    if (!place) throw new Refusal('missing', `There is no library folder ${path} in the settings.`)
    const root = resolve(place.path)
    const { file_count } = store.figuresBelow(db.read, root)
    const { state } = this.stateOf(place, await this.disks.ask(place.path), file_count)
    if (state === 'watched' || state === 'polled')
      throw new Refusal(
        'conflict',
        `${path} can be reached. Scan it instead: the scan sees which of its files are gone.`,
      )
    const roots = libraries.map((each) => each.path)
    const above = new LibraryFolders(this.deps.files, { roots, others: [] })
    let forgotten = 0
    for (let after: string | undefined; ; ) {
      const files = filesBelow(db.read, root, after, BATCH)
      if (files.length === 0) break
      after = files.at(-1)!.path
      // Files of a nested library folder are not included.
      const ids = files.filter((file) => above.above(file.path) === root).map(({ file_id }) => file_id)
      db.write((tx) => {
        markGone(tx, ids, clock.now())
        tx.emit({ type: 'library.changed' })
      })
      forgotten += ids.length
      await nextTurn()
    }
    // If it was a disk inside a library folder, it is no longer expected.
    db.write((tx) => forgetDisk(tx, root))
    return { ...SUCCESS, forgotten }
  }

  /** The configured folders, and disks inside library folders that are not mounted. */
  private places(): FolderPlace[] {
    const places = this.deps.places()
    const lost = lostDisks(this.deps.db.read).flatMap((path) => {
      const above = places.find((place) => place.kind !== 'inbox' && isBelow(path, resolve(place.path)))
      return above ? { kind: above.kind, path } : []
    })
    return [...places, ...lost]
  }

  /** Each file counts for the nearest folder above it. */
  private figures(places: readonly FolderPlace[]): Map<FolderPlace, store.FolderCounts> {
    const db = this.deps.db.read
    const own = new Map<FolderPlace, store.FolderCounts>()
    const innermostFirst = places.toSorted((a, b) => resolve(b.path).length - resolve(a.path).length)
    for (const place of innermostFirst) {
      if (place.kind === 'inbox') {
        own.set(place, { file_count: store.waitingCount(db), gone_count: 0 })
        continue
      }
      const root = resolve(place.path)
      const figures = store.figuresBelow(db, root)
      for (const [other, { file_count, gone_count }] of own) {
        if (other.kind === 'inbox' || !isBelow(resolve(other.path), root)) continue
        figures.file_count -= file_count
        figures.gone_count -= gone_count
      }
      own.set(place, figures)
    }
    return own
  }

  private stateOf(
    { kind, path }: FolderPlace,
    probe: DiskProbe,
    fileCount: number,
  ): { state: FolderState; reason: string | null } {
    if (probe.is === 'missing') return { state: 'missing', reason: 'There is no folder of this name.' }
    if (probe.is === 'silent') return { state: 'unreachable', reason: 'Its disk does not respond.' }
    if (probe.is === 'closed') return { state: 'unreachable', reason: 'The folder cannot be opened.' }
    if (lostDisks(this.deps.db.read).some((disk) => disk === resolve(path) || isBelow(resolve(path), disk)))
      return { state: 'unreachable', reason: 'No disk is mounted there any more.' }
    if (probe.is === 'empty' && kind !== 'inbox' && fileCount > 0)
      return { state: 'unreachable', reason: 'The folder is empty, so its disk counts as not connected.' }
    if (probe.space?.remote)
      return { state: 'polled', reason: 'Network folder: changes are not reported, so it is scanned on a schedule.' }
    if (!this.deps.hears(kind, path)) return { state: 'polled', reason: 'The system cannot watch it right now.' }
    return { state: 'watched', reason: null }
  }
}
