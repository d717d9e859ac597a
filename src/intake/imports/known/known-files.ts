import { allPages } from '../../../base/formats/archives/page-order'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Random } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database, Tx } from '../../../base/storage/database'
import { fileWithId } from '../../../library/series/file-store'
import { findSeries } from '../../../library/series/store'
import { statesOtherSeries } from './other-series'
import { type FileNumberChange, renumberFiles } from './renumber'
import { applyRewrite, type ChangeContext, type KnownRewrite, type TakenChanges } from './rewrite'
import { followFiles } from './shared-series-facts'
import { followSidecar, type SidecarStatement } from './sidecars'
import { seriesKeyOf, statementOf } from './statement'
import { findStatement, statementsOfSeries } from './statement-store'

interface Deps {
  db: Database
  clock: Clock
  random: Pick<Random, 'id'>
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
  /** Called with the issues that got another number. */
  renumbered: (tx: Tx, issueIds: readonly string[]) => void
}

export interface SidecarInspection {
  path: string
  stated: SidecarStatement
  /** The only series of the library with files in the same folder. */
  comic_id: string | undefined
}

/** Writes the changes of one series in one transaction; false when the scan was cancelled. */
type Write = (comicId: string, work: (tx: Tx) => void) => boolean

/**
 * Keeps the library in line with what other programs do to its files and sidecars. No confirm is needed, since nothing
 * new is added to the library.
 */
export class KnownFiles {
  constructor(private readonly deps: Deps) {}

  /** The rewritten files to follow. The others name another series, and are left to the review. */
  async accepted<F extends KnownRewrite>(files: readonly F[]): Promise<F[]> {
    const accepted: F[] = []
    for (const [comicId, some] of Map.groupBy(files, ({ comic_id }) => comic_id)) {
      accepted.push(...this.acceptedOf(comicId, some))
      await nextTurn()
    }
    return accepted
  }

  /**
   * Applies rewritten files and the numbers of renamed files, each series in its own transaction. Returns sentences.
   */
  async follow(
    files: readonly KnownRewrite[],
    renamed: readonly (FileNumberChange & { comic_id: string })[],
    write: Write,
  ) {
    const bySeries = Map.groupBy(files, ({ comic_id }) => comic_id)
    const names = Map.groupBy(renamed, ({ comic_id }) => comic_id)
    const ids = [...new Set([...bySeries.keys(), ...names.keys()])]
    const sentences: string[] = []
    for (const id of ids) {
      const isWanted = write(id, (tx) => {
        sentences.push(...this.followSeries(tx, id, bySeries.get(id) ?? [], names.get(id) ?? []))
      })
      if (!isWanted) break
      await nextTurn()
    }
    return sentences
  }

  followSidecars(tx: Tx, sights: readonly SidecarInspection[]): void {
    for (const { path, stated, comic_id } of sights) followSidecar(tx, path, stated, comic_id, this.context())
  }

  private followSeries(
    tx: Tx,
    comicId: string,
    files: readonly KnownRewrite[],
    renamed: readonly FileNumberChange[],
  ): string[] {
    const context = this.context()
    const taken = files.map((file) => applyRewrite(tx, file, context))
    followFiles(tx, comicId, new Set(taken.flatMap(({ fields }) => [...fields])), context)
    const inNames = new Set(renamed.map(({ file_id }) => file_id))
    const restated = taken.filter(({ file_id }) => !inNames.has(file_id)).flatMap((each) => numberChange(each) ?? [])
    const { random, renumbered } = this.deps
    return renumberFiles(tx, comicId, [...renamed, ...restated], { ...context, random, renumbered })
  }

  /**
   * If most files of a series now name the same other series, and their page counts are unchanged, the series was
   * renamed. With other page counts it is another comic.
   */
  private acceptedOf<F extends KnownRewrite>(comicId: string, files: F[]): F[] {
    const { db, clock } = this.deps
    const series = findSeries(db.read, comicId)
    if (!series) return []
    const all = Math.max(1, statementsOfSeries(db.read, comicId).length)
    const keyOf = ({ read }: F) => seriesKeyOf(statementOf(read))
    const count = new Map<string, number>()
    for (const file of files) count.set(keyOf(file), (count.get(keyOf(file)) ?? 0) + 1)
    return files.filter((file) => {
      const { place, read, content } = file
      const before = findStatement(db.read, place.file_id)
      const restated = { series, path: place.path, before, now: statementOf(read), at: clock.now() }
      if (!statesOtherSeries(db.read, restated)) return true
      const known = fileWithId(db.read, place.file_id)
      const isRetagged = known !== undefined && allPages(known).page_count === content.page_count
      return isRetagged && before?.series !== undefined && (count.get(keyOf(file)) ?? 0) * 2 > all
    })
  }

  private context(): ChangeContext {
    return { at: this.deps.clock.now(), order: this.deps.order() }
  }
}

/** A changed number; for a volume of a manga, the changed volume. */
function numberChange({ file_id, before, now, fields }: TakenChanges): FileNumberChange | undefined {
  if (fields.has('number')) {
    const [from, to] = [before?.number, now.number]
    return from === undefined || to === undefined ? undefined : { file_id, from, to }
  }
  if (!fields.has('volume') || before?.number !== undefined || now.number !== undefined) return undefined
  const [from, to] = [before?.volume, now.volume]
  return from === undefined || to === undefined ? undefined : { file_id, from: String(from), to: String(to) }
}
