import { dirname } from 'node:path'
import { advance } from '../downloads/course'
import { isOpen } from '../downloads/machine'
import { placingOf } from '../downloads/placing'
import type { ReasonCode } from '../downloads/reasons'
import type { Placing } from '../downloads/states'
import { findItem, type Item, issuesOfItem, note } from '../downloads/store'
import { BeingChanged } from '../filing/change-run'
import type { FileJournal } from '../filing/journal'
import { batchOfOperation } from '../filing/store'
import type { ArchiveDeps } from '../formats/archive'
import type { Files, Ports } from '../platform/ports'
import { nextTurn } from '../platform/turn'
import { findIssue, findSeries } from '../series/store'
import type { Database } from '../storage/database'
import type { Handler, Tools } from '../work/operations'
import type { Ends } from './ends'
import { isMade } from './found'
import type { Meant } from './identify'
import { checkSource, inspectAll, refuse, refused } from './inspect'
import { Lane } from './lane'
import { outcomeOf } from './outcome'
import type { Placer } from './place'
import type { Rulebook } from './rulebook'
import { addPlacements, dropPlacements, type Placement, placementsOf } from './store'
import { survey } from './survey'
import { tidySources } from './tidy'
import { fileOfPlacement, removeUnpacked, unpackedFolder } from './unpack'

export interface ProcessPayload {
  item_id: string
  /** Where it lies, when somebody named another place than the one that is known. */
  source?: string
  /** Somebody says that it is what it was grabbed for, whatever its names say and whatever the library has. */
  certain?: boolean
}

interface Deps {
  db: Database
  world: Pick<Ports, 'clock' | 'random' | 'log'> & { settings: Rulebook }
  archives: ArchiveDeps & { files: Files }
  journal: FileJournal
  placer: Placer
  ends: Ends
}

/** Files that are written down in one write: requests get through between them. */
const AT_ONCE = 100

interface Placed extends Pick<Tools, 'signal' | 'operation_id' | 'report'> {
  /** Where copies of ours lie. */
  folder: string
  certain: boolean
}

/** Half an hour: the file that it is to replace is being converted, say. */
const BUSY_MS = 2000
const BUSY_TRIES = 900

const LEFT = 'Downloads are left where they are, as post_processing is off. Import it when you want it.'
const BROKEN = 'ddl_download_or_artifact_validation_failed'

/**
 * Brings a finished download into the library. What becomes of each of its files is a row before the disk is touched;
 * sources go last. Killed anywhere, the next run goes on, and the item ends once.
 */
export class Processor implements Handler {
  /** One download is looked at while another one is placed: more at once would only fight for the disk. */
  private readonly looking = new Lane()
  private readonly filing = new Lane()

  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, { signal, report, operation_id }: Tools): Promise<{ stage: string } | undefined> {
    const { item_id, certain = false, source } = payload as ProcessPayload
    const item = this.begin(item_id, source)
    if (!item) return undefined
    const content = item.content_path
    if (item.origin !== 'request' && !this.deps.world.settings.isOn()) return this.left(item, 'postprocess_error', LEFT)
    if (content === null) return this.left(item, 'sab_completed_file_not_found', 'Nobody knows where it lies.')
    const meant = this.meant(item, certain)
    const folder = this.unpackedFor(item, meant)
    if (item.stage !== 'moved') {
      await this.looking.take(() => this.look(item, content, { meant, folder, signal }))
      await this.placeAll(item, { folder, certain, signal, operation_id, report })
    }
    if (!signal.aborted) return this.finish(item, content, folder, operation_id)
    const now = findItem(this.deps.db.read, item_id)
    if (now && !isOpen(now.stage)) await removeUnpacked(folder, this.deps.archives.files)
    return undefined
  }

  /** Undefined when it has ended. */
  private begin(itemId: string, source: string | undefined): Item | undefined {
    const { db, world } = this.deps
    return db.write((tx) => {
      const item = findItem(tx, itemId)
      if (!item || !isOpen(item.stage)) return undefined
      if (source !== undefined) note(tx, itemId, { content_path: source })
      return advance(tx, itemId, 'post_processing', world.clock.now()) ?? findItem(tx, itemId)
    })
  }

  private rows = ({ item_id }: Item): Placement[] => placementsOf(this.deps.db.read, item_id)

  private meant({ item_id, comic_id, entity_id, title }: Item, certain: boolean): Meant {
    const { read } = this.deps.db
    const ids = issuesOfItem(read, item_id)
    const issues = (ids.length > 0 ? ids : [entity_id]).flatMap((id) => findIssue(read, id) ?? [])
    return { series: findSeries(read, issues[0]?.comic_id ?? comic_id), issues, title, certain }
  }

  private unpackedFor({ item_id, content_path }: Item, { series }: Meant): string {
    const { settings } = this.deps.world
    const root = settings.root(series?.content_type ?? settings.usual()) ?? dirname(content_path as string)
    return unpackedFolder(root, item_id)
  }

  private async look(item: Item, content: string, how: { meant: Meant; folder: string; signal: AbortSignal }) {
    const { world } = this.deps
    if (how.signal.aborted) return
    await this.list(item, content, how)
    if (how.signal.aborted) return
    await inspectAll(
      { rows: this.rows(item), ...how },
      { ...this.deps, clock: world.clock, usual: world.settings.usual },
    )
  }

  /** Writes down what lies there, once. */
  private async list(item: Item, content: string, how: { folder: string; signal: AbortSignal }): Promise<void> {
    const { db, world, archives } = this.deps
    const before = this.rows(item)
    if (before[0]?.position === 0) return
    if (before.length > 0) db.write((tx) => dropPlacements(tx, item.item_id))
    const found = await survey(content, { archives, ...how })
    if (how.signal.aborted) return
    const updated_at = world.clock.now()
    const rows = found.map(({ fault, ...file }, position) => {
      const ids = { placement_id: world.random.id(), item_id: item.item_id, position }
      const seen = fault === undefined ? { state: 'found' as const } : refused(fault, file.source_path)
      return { ...file, ...ids, ...seen, updated_at }
    })
    // The first one last: a list without it was cut off.
    rows.reverse()
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      if (at > 0) await nextTurn()
      if (how.signal.aborted) return
      db.write((tx) => addPlacements(tx, rows.slice(at, at + AT_ONCE)))
    }
  }

  /** What takes the place of a file that is just being tagged or renamed waits until that is done, and nobody behind it. */
  private async placeAll(item: Item, how: Placed): Promise<void> {
    for (let tries = 1; ; tries++) {
      const isLast = tries === BUSY_TRIES
      const isDone = await this.filing.take(() => this.place(item, how, isLast))
      if (isDone || isLast || how.signal.aborted) return
      await this.deps.world.clock.after(BUSY_MS, how.signal)
    }
  }

  /** False when some of it has to wait. */
  private async place(item: Item, how: Placed, isLast: boolean): Promise<boolean> {
    const { folder, certain, signal, operation_id, report } = how
    let isDone = true
    const rows = this.rows(item)
    const placing = this.placing(item)
    const meant = new Set(issuesOfItem(this.deps.db.read, item.item_id))
    for (const [at, row] of rows.entries()) {
      if (signal.aborted) return false
      if (row.state !== 'ready' && row.state !== 'placing') continue
      try {
        await checkSource(row, this.deps.archives.files)
        const path = await fileOfPlacement(row, folder, this.deps.archives)
        const batch_id = this.batch(item, operation_id)
        // Of several files nobody can be certain that each is the better one.
        await this.deps.placer.bring(row, {
          path,
          placing: isMade(row) ? 'move' : placing,
          batch_id,
          meant,
          certain: certain && rows.length === 1,
        })
      } catch (error) {
        if (signal.aborted) return false
        if (error instanceof BeingChanged && !isLast) isDone = false
        else refuse(row, error, { db: this.deps.db, clock: this.deps.world.clock })
      }
      report((at + 1) / rows.length)
    }
    return isDone
  }

  private placing(item: Item): Placing {
    const { rules, placing } = this.deps.world.settings
    return placingOf(item, item.client === null ? undefined : rules(item.client), placing())
  }

  /** What one run of it does is undone together. */
  private batch({ comic_id, title }: Item, operation_id: string): string {
    const { db, journal } = this.deps
    const known = batchOfOperation(db.read, operation_id)
    const comic = findSeries(db.read, comic_id) ? comic_id : null
    return known?.batch_id ?? journal.begin({ kind: 'arrival', comic_id: comic, title, operation_id })
  }

  private async finish(item: Item, content: string, folder: string, operationId: string) {
    const { db, archives, journal, world, ends } = this.deps
    const rows = this.rows(item)
    const outcome = outcomeOf(rows, ends.missing(item).length === 0)
    if (outcome.to === 'placed') {
      db.write((tx) => void advance(tx, item.item_id, 'moved', world.clock.now()))
      await tidySources(rows, content, this.placing(item), { files: archives.files, log: world.log })
    }
    await removeUnpacked(folder, archives.files)
    if (outcome.to === 'placed') ends.placed(item, rows)
    else if (outcome.to === 'review') ends.review(item, outcome.reason, outcome.detail)
    else if (item.origin === 'grab') ends.failed(item, 'import', BROKEN, outcome.detail)
    else ends.review(item, 'downloaded_invalid_artifact_command', outcome.detail)
    const batch = batchOfOperation(db.read, operationId)
    if (batch) journal.end(batch.batch_id, (files) => (files === 1 ? '1 file arrived' : `${files} files arrived`))
    return this.stageOf(item)
  }

  private left(item: Item, ...why: [reason: ReasonCode, detail: string]): { stage: string } {
    this.deps.ends.review(item, ...why)
    return this.stageOf(item)
  }

  private stageOf = ({ item_id }: Item) => ({ stage: findItem(this.deps.db.read, item_id)?.stage ?? '' })
}
