import { dirname } from 'node:path'
import { advance, type BadEnd, blockRelease, endBadly } from '../downloads/course'
import { type FailureSettings, failed } from '../downloads/follow'
import { type HoldingRules, heldAfter } from '../downloads/held'
import { isOpen } from '../downloads/machine'
import { placingOf } from '../downloads/placing'
import type { Placing } from '../downloads/states'
import { failuresSince, findItem, type Item, issuesOfItem, note } from '../downloads/store'
import type { FileJournal } from '../filing/journal'
import { batchOfOperation } from '../filing/store'
import type { ArchiveDeps } from '../formats/archive'
import { plus } from '../platform/clock'
import type { Files, Ports } from '../platform/ports'
import { fileOf, fileWithId } from '../series/file-store'
import type { ContentType } from '../series/states'
import { findIssue, findSeries } from '../series/store'
import type { Database, Tx } from '../storage/database'
import type { Handler, Tools } from '../work/operations'
import type { Meant } from './identify'
import { checkSource, inspectAll, refuse } from './inspect'
import { Lane } from './lane'
import { type Outcome, outcomeOf } from './outcome'
import type { Placer } from './place'
import { addPlacements, type Placement, placementsOf } from './store'
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

/** What came into the library in one go: files of one series. */
export interface Brought {
  comic_id: string
  issue_ids: readonly string[]
  files: readonly string[]
}

/** What the settings say of it. */
export interface Rulebook {
  rules: (client: string) => HoldingRules | undefined
  /** How what no client stands for is placed. */
  placing: () => Placing
  failures: () => FailureSettings
  /** Whether finished downloads are put into the library by themselves. */
  isOn: () => boolean
  usual: () => ContentType
  /** The library folder below which is unpacked. */
  root: (kind: ContentType) => string | undefined
}

/** Who is told of what arrived, in the transaction that ends the item. */
export interface Hearers {
  tagging: (fileIds: string[]) => void
  hooks: (tx: Tx, brought: Brought) => void
}

interface Deps {
  db: Database
  world: Pick<Ports, 'clock' | 'random' | 'log'>
  archives: ArchiveDeps & { files: Files }
  journal: FileJournal
  placer: Placer
  settings: Rulebook & Hearers
}

const LEFT = 'Downloads are left where they are, as post_processing is off. Import it when you want it.'
const WEEK_MS = 7 * 86_400_000

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
    if (item.origin !== 'request' && !this.deps.settings.isOn()) return this.review(item, 'postprocess_error', LEFT)
    if (content === null) return this.review(item, 'sab_completed_file_not_found', 'Nobody knows where it lies.')
    const meant = this.meant(item, certain)
    const folder = this.unpackedFor(item, meant)
    if (item.stage !== 'moved') {
      await this.looking.take(() => this.look(item, content, { meant, folder, signal }))
      await this.filing.take(() => this.place(item, { folder, certain, signal, operation_id, report }))
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

  private meant({ item_id, comic_id, entity_id }: Item, certain: boolean): Meant {
    const { read } = this.deps.db
    const ids = issuesOfItem(read, item_id)
    const issues = (ids.length > 0 ? ids : [entity_id]).flatMap((id) => findIssue(read, id) ?? [])
    return { series: findSeries(read, issues[0]?.comic_id ?? comic_id), issues, certain }
  }

  private unpackedFor({ item_id, content_path }: Item, { series }: Meant): string {
    const { settings } = this.deps
    const root = settings.root(series?.content_type ?? settings.usual()) ?? dirname(content_path as string)
    return unpackedFolder(root, item_id)
  }

  private async look(item: Item, content: string, how: { meant: Meant; folder: string; signal: AbortSignal }) {
    const { world, settings } = this.deps
    if (how.signal.aborted) return
    await this.list(item, content)
    await inspectAll({ rows: this.rows(item), ...how }, { ...this.deps, clock: world.clock, usual: settings.usual })
  }

  /** Writes down what lies there, once. */
  private async list(item: Item, content: string): Promise<void> {
    const { db, world, archives } = this.deps
    if (this.rows(item).length > 0) return
    const found = await survey(content, archives)
    const updated_at = world.clock.now()
    const rows = found.map((file, position) => {
      const ids = { placement_id: world.random.id(), item_id: item.item_id, position }
      return { ...file, ...ids, state: 'found' as const, updated_at }
    })
    db.write((tx) => addPlacements(tx, rows))
  }

  private async place(
    item: Item,
    {
      folder,
      certain,
      signal,
      operation_id,
      report,
    }: { folder: string; certain: boolean } & Pick<Tools, 'signal' | 'operation_id' | 'report'>,
  ): Promise<void> {
    const rows = this.rows(item)
    const placing = this.placing(item)
    for (const [at, row] of rows.entries()) {
      if (signal.aborted) return
      if (row.state !== 'ready' && row.state !== 'placing') continue
      try {
        await checkSource(row, this.deps.archives.files)
        const path = await fileOfPlacement(row, folder, this.deps.archives)
        const batch_id = this.batch(item, operation_id)
        await this.deps.placer.bring(row, { path, placing, batch_id, certain })
      } catch (error) {
        if (signal.aborted) return
        refuse(row, error, { db: this.deps.db, clock: this.deps.world.clock })
      }
      report((at + 1) / rows.length)
    }
  }

  private placing(item: Item): Placing {
    const { rules, placing } = this.deps.settings
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
    const { db, archives, journal, world } = this.deps
    const rows = this.rows(item)
    const outcome = outcomeOf(rows, this.missing(item).length === 0)
    if (outcome.to === 'placed') {
      db.write((tx) => void advance(tx, item.item_id, 'moved', world.clock.now()))
      await tidySources(rows, content, this.placing(item), { files: archives.files, log: world.log })
    }
    await removeUnpacked(folder, archives.files)
    if (outcome.to === 'placed') this.placed(item, rows)
    else if (outcome.to === 'damaged') this.damaged(item, outcome.detail)
    else this.review(item, outcome.reason, outcome.detail)
    const batch = batchOfOperation(db.read, operationId)
    if (batch) journal.end(batch.batch_id, (files) => (files === 1 ? '1 file arrived' : `${files} files arrived`))
    return { stage: findItem(db.read, item.item_id)?.stage ?? '' }
  }

  /** Issues that it was to bring and that have no file. */
  private missing({ item_id }: Item): string[] {
    const { read } = this.deps.db
    return issuesOfItem(read, item_id).filter((id) => fileOf(read, id) === undefined)
  }

  private placed(item: Item, rows: readonly Placement[]): void {
    const { db, world, settings } = this.deps
    db.write((tx) => {
      const at = world.clock.now()
      const missing = this.missing(item)
      this.learn(tx, item, rows)
      if (!advance(tx, item.item_id, 'post_processed', at, { held: this.held(item, 'placed') })) return
      if (missing.length > 0) {
        // Whoever looks for these again must not be given the same release.
        blockRelease(tx, item, 'It did not bring all that its name says.', at)
        if (item.origin === 'grab' && settings.failures().searches) note(tx, item.item_id, { again_at: at })
      }
      this.tell(tx, rows)
    })
  }

  /** What lay in a folder is about the issue that it turned out to be. */
  private learn(tx: Tx, { item_id, entity_id }: Item, rows: readonly Placement[]): void {
    const [known] = rows.filter(({ issue_ids, state }) => issue_ids?.length && (state === 'placed' || state === 'kept'))
    const issue = known && findIssue(tx, known.issue_ids?.[0] ?? '')
    if (!issue || findIssue(tx, entity_id)) return
    note(tx, item_id, { entity_type: issue.kind, entity_id: issue.issue_id, comic_id: issue.comic_id })
  }

  private tell(tx: Tx, rows: readonly Placement[]): void {
    const { settings } = this.deps
    const placed = rows.filter(({ state }) => state === 'placed')
    settings.tagging(placed.map(({ file_id }) => file_id as string))
    for (const [comic_id, own] of Map.groupBy(placed, (row) => row.comic_id as string)) {
      const issue_ids = own.flatMap((row) => row.issue_ids ?? [])
      const files = own.flatMap(({ file_id }) => fileWithId(tx, file_id as string)?.path ?? [])
      settings.hooks(tx, { comic_id, issue_ids, files })
    }
  }

  private damaged(item: Item, detail: string): void {
    const { db, world, settings } = this.deps
    if (item.origin !== 'grab') return void this.review(item, 'downloaded_invalid_artifact_command', detail)
    const now = world.clock.now()
    const facts = {
      now,
      rules: this.rulesOf(item),
      settings: settings.failures(),
      failures: () => failuresSince(db.read, item.entity_id, plus(now, -WEEK_MS)),
    }
    const reason = 'ddl_download_or_artifact_validation_failed' as const
    const { end, held } = failed(item, facts, { reason, detail, blames: true })
    this.end(item, { ...end, at_step: 'import' }, held)
  }

  private review(item: Item, reason: BadEnd['reason'], detail: string): { stage: string } {
    return this.end(item, { to: 'manual_review', reason, detail, at_step: 'import' }, this.held(item, 'review'))
  }

  private end({ item_id }: Item, end: BadEnd, held: Item['held']): { stage: string } {
    const { db, world } = this.deps
    db.write((tx) => void endBadly(tx, item_id, end, world.clock.now(), { held }))
    return { stage: end.to }
  }

  private held(item: Item, outcome: 'placed' | 'review') {
    return heldAfter(this.rulesOf(item), item.protocol, outcome)
  }

  private rulesOf({ client }: Item): HoldingRules | undefined {
    return client === null ? undefined : this.deps.settings.rules(client)
  }
}

export type { Outcome }
