import { dirname } from 'node:path'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import type { Files, Ports } from '../../base/platform/ports'
import { SerialQueue } from '../../base/platform/serial-queue'
import { pluralWords } from '../../base/platform/words'
import type { Database } from '../../base/storage/database'
import { writeErrorSentence } from '../../base/storage/write-errors'
import type { Handler, Tools } from '../../base/work/operations'
import type { FileJournal } from '../../library/filing/journal'
import type { PlaceMethod } from '../../library/filing/states'
import { batchOfOperation } from '../../library/filing/store'
import { findIssue, findSeries } from '../../library/series/store'
import { placeMethodOf } from '../downloads/cleanup/placing'
import type { FailureReason } from '../downloads/journal/reasons'
import { advanceStage } from '../downloads/journal/stage-changes'
import { isOpen } from '../downloads/machine'
import { type DownloadItem, findDownload, issuesOfItem } from '../downloads/store'
import { downloadOutcomeOf } from './download-outcome'
import { DownloadPlacer } from './download-placer'
import type { ExpectedIssues } from './identity'
import { inspectAll } from './inspect'
import type { ItemOutcomes } from './item-outcomes'
import { torrentClientsAt } from './journal-store'
import { listDownloadedFiles } from './list'
import type { Placer } from './place'
import { removeSources } from './remove-sources'
import type { ProcessingSettings } from './settings'
import { type Placement, placementsOf } from './store'
import { removeUnpacked, unpackedFolder } from './unpack'

export interface ProcessOptions {
  /** The user confirmed the item: names and existing files are not checked. */
  certain?: boolean
  /** Imports only the comic at this path inside of archives; empty for a file that is not packed. */
  only?: readonly string[]
  /** Overrides the setting. */
  placing?: PlaceMethod
}

export interface ProcessPayload extends ProcessOptions {
  item_id: string
}

interface Deps {
  db: Database
  ports: Pick<Ports, 'clock' | 'random' | 'log'> & { settings: ProcessingSettings }
  archives: ArchiveDeps & { files: Files }
  journal: FileJournal
  placer: Placer
  ends: ItemOutcomes
}

/** Where the files of an item are, and how they are placed. */
interface FinishedPlaces {
  content: string
  folder: string
  placing: PlaceMethod
}

/** Pause between two attempts to write on a full disk. */
const ROOM_MS = 5000

const LEFT = 'Downloads are left where they are, as post_processing is off. Import it when you want it.'
const BROKEN = 'ddl_download_or_artifact_validation_failed'

/**
 * Imports a finished download into the library. The outcome of each file is a row before the disk is touched; sources
 * are removed last. If the process is killed, the next run resumes, and the item ends once.
 */
export class Processor implements Handler {
  /** One download is inspected while another one is placed; more at once would only compete for the disk. */
  private readonly looking = new SerialQueue()
  private readonly placer: DownloadPlacer

  constructor(private readonly deps: Deps) {
    this.placer = new DownloadPlacer(deps)
  }

  /** When the disk of the data directory is full, retries as after a crash until there is room. */
  async run(payload: unknown, tools: Tools): Promise<{ stage: string } | undefined> {
    const { clock, log } = this.deps.ports
    for (;;) {
      try {
        return await this.processItem(payload as ProcessPayload, tools)
      } catch (error) {
        if (writeErrorSentence(error) === undefined || tools.signal.aborted) throw error
        log.warn('processing', 'import waits: the disk of the data directory is full', { error })
        await clock.after(ROOM_MS, tools.signal)
      }
    }
  }

  private async processItem(
    { item_id, certain = false, only, placing: chosen }: ProcessPayload,
    { signal, report, operation_id }: Tools,
  ): Promise<{ stage: string } | undefined> {
    const item = this.begin(item_id)
    if (!item) return undefined
    const content = item.content_path
    if (item.origin !== 'request' && !this.deps.ports.settings.isOn()) return this.left(item, 'postprocess_error', LEFT)
    if (content === null)
      return this.left(item, 'sab_completed_file_not_found', 'The location of the download is unknown.')
    const expected = this.expectedIssues(item, certain)
    const folder = this.unpackedFor(item, expected)
    const placing = chosen ?? this.placing(item)
    if (item.stage !== 'moved') {
      await this.looking.run(() => this.inspect(item, content, { expected, folder, signal, only }))
      await this.placer.place(item, { folder, certain, placing, signal, operation_id, report })
    }
    if (!signal.aborted) return this.finish(item, { content, folder, placing }, operation_id)
    const now = findDownload(this.deps.db.read, item_id)
    if (now && !isOpen(now.stage)) await this.tidyUnpacked(folder)
    return undefined
  }

  /** Undefined when the item has ended. */
  private begin(itemId: string): DownloadItem | undefined {
    const { db, ports } = this.deps
    return db.write((tx) => {
      const item = findDownload(tx, itemId)
      if (!item || !isOpen(item.stage)) return undefined
      return advanceStage(tx, itemId, 'post_processing', ports.clock.now()) ?? findDownload(tx, itemId)
    })
  }

  private rows = ({ item_id }: DownloadItem): Placement[] => placementsOf(this.deps.db.read, item_id)

  private expectedIssues(item: DownloadItem, certain: boolean): ExpectedIssues {
    const { item_id, comic_id, entity_id, title, origin, indexer_id } = item
    const { read } = this.deps.db
    const ids = issuesOfItem(read, item_id)
    const issues = (ids.length > 0 ? ids : [entity_id]).flatMap((id) => findIssue(read, id) ?? [])
    // A grab that is imported again keeps its indexer.
    const grabbed = origin === 'grab' || indexer_id !== null
    return { series: findSeries(read, issues[0]?.comic_id ?? comic_id), issues, title, grabbed, certain }
  }

  private unpackedFor({ item_id, content_path }: DownloadItem, { series }: ExpectedIssues): string {
    const { settings } = this.deps.ports
    const root = settings.root(series?.content_type ?? settings.usual()) ?? dirname(content_path as string)
    return unpackedFolder(root, item_id)
  }

  private async inspect(
    item: DownloadItem,
    content: string,
    how: { expected: ExpectedIssues; folder: string; signal: AbortSignal; only?: readonly string[] },
  ) {
    const { ports } = this.deps
    if (how.signal.aborted) return
    await listDownloadedFiles(item, content, how, this.deps)
    if (how.signal.aborted) return
    await inspectAll({ rows: this.rows(item), ...how }, { ...this.deps, clock: ports.clock, ...ports.settings })
  }

  private placing(item: DownloadItem): PlaceMethod {
    const { rules, placing } = this.deps.ports.settings
    const chosen = placeMethodOf(item, item.client === null ? undefined : rules(item.client), placing())
    // A request or the watched folder may name files that a torrent client seeds.
    const isSeeded = () => torrentClientsAt(this.deps.db.read, item).some((client) => rules(client) !== undefined)
    return chosen === 'move' && isSeeded() ? 'hardlink' : chosen
  }

  private async finish(item: DownloadItem, where: FinishedPlaces, operationId: string) {
    const { content, folder, placing } = where
    const { db, archives, journal, ports, ends } = this.deps
    const rows = this.rows(item)
    const outcome = downloadOutcomeOf(rows, ends.missing(item).length === 0)
    if (outcome.to === 'placed') {
      db.write((tx) => void advanceStage(tx, item.item_id, 'moved', ports.clock.now()))
      await removeSources(rows, content, placing, { files: archives.files, log: ports.log })
    }
    await this.tidyUnpacked(folder)
    if (outcome.to === 'placed') ends.placed(item, rows)
    else if (outcome.to === 'review') ends.review(item, outcome.reason, outcome.detail)
    else if (item.origin === 'grab') ends.failed(item, 'import', BROKEN, outcome.detail)
    else ends.review(item, 'downloaded_invalid_artifact_command', outcome.detail)
    const batch = batchOfOperation(db.read, operationId)
    if (batch)
      journal.endBatch(batch.batch_id, (files) => pluralWords(files, '{count} file arrived', '{count} files arrived'))
    return this.stageOf(item)
  }

  /** Removes unpacked files. If that fails, the next import of the same download tries again. */
  private async tidyUnpacked(folder: string): Promise<void> {
    const { archives, ports } = this.deps
    await removeUnpacked(folder, archives.files).catch((error: unknown) =>
      ports.log.warn('processing', 'a leftover could not be removed', { path: folder, error }),
    )
  }

  private left(item: DownloadItem, ...why: [reason: FailureReason, detail: string]): { stage: string } {
    this.deps.ends.review(item, ...why)
    return this.stageOf(item)
  }

  private stageOf = ({ item_id }: DownloadItem) => ({ stage: findDownload(this.deps.db.read, item_id)?.stage ?? '' })
}
