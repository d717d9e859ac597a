import { basename, dirname, isAbsolute, resolve } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { countWords } from '../../base/platform/words'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import { needSeries } from '../series/need'
import type { ContentType } from '../series/states'
import type { SeriesRow } from '../series/store'
import { isBelow, rootAbove } from './folders'
import type { FileJournal } from './journal'
import { LONGEST_PATH } from './legal'
import { orderMoves } from './move-targets'
import type { NamingSettings } from './naming'
import { byTemplates, elsewhere, makePlan, type Plan, type RenameOptions } from './plan'
import type { MoveRequest } from './requests'
import { checkRoom } from './room'
import { MOVE_SERIES, RENAME_FILES } from './states'
import { setBatch } from './store'
import { templateProblems } from './templates'

export interface RenamePayload {
  batch_id: string
  comic_id: string
  /** The folder of the series after all its files were moved there. */
  home: string | null
}

interface Deps {
  db: Database
  files: Files
  operations: Operations
  journal: FileJournal
  naming: () => NamingSettings
  /** Library folders of a kind, or of both. */
  roots: (kind?: ContentType) => readonly string[]
  /** The folder of story arcs. */
  aside: () => string | undefined
}

interface Templates {
  file_format?: string
  folder_format?: string
}

const KINDS = [RENAME_FILES, MOVE_SERIES] as const
/** The number of previews whose templates are remembered, so that the rename runs exactly what the user saw. */
const REMEMBERED = 50

/** Previews the new names of a series' files, and renames them. The rename does exactly what the preview showed. */
export class Renames {
  private readonly previewed = new Map<string, Templates>()

  constructor(private readonly deps: Deps) {}

  async preview(comicId: string, templates: Templates): Promise<Plan> {
    const plan = await this.plan(this.series(comicId), templates)
    this.previewed.delete(plan.fingerprint)
    this.previewed.set(plan.fingerprint, templates)
    for (const old of [...this.previewed.keys()].slice(0, -REMEMBERED)) this.previewed.delete(old)
    return plan
  }

  /** Throws Refusal 'conflict' when anything has changed since the preview. */
  async apply(comicId: string, fingerprint: string, fileIds?: readonly string[]) {
    const series = this.series(comicId)
    const plan = await this.plan(series, this.previewed.get(fingerprint) ?? {})
    this.checkResting(series) // before the files: they differ while they are moved
    if (plan.fingerprint !== fingerprint)
      throw new Refusal('conflict', 'The files changed since the preview. Check the preview again, then rename.')
    const isChosen = (id: string) => fileIds === undefined || fileIds.includes(id)
    const chosen = plan.changes.filter((change) => isChosen(change.file_id))
    const isWhole = chosen.length === plan.changes.length
    return this.begin(series, RENAME_FILES, { ...plan, changes: chosen, others: isWhole ? plan.others : [] })
  }

  async previewMove(comicId: string, folder: string): Promise<Plan> {
    await this.deps.journal.ready()
    const series = this.series(comicId)
    return makePlan(series, this.moved(series, folder), this.planning())
  }

  /** Into another library folder, without a rename. */
  async move(comicId: string, folder: string) {
    return this.begin(this.series(comicId), MOVE_SERIES, await this.previewMove(comicId, folder))
  }

  private series(comicId: string): SeriesRow {
    return needSeries(this.deps.db.read, comicId)
  }

  private async plan(series: SeriesRow, templates: Templates): Promise<Plan> {
    const naming = { ...this.deps.naming(), ...templates }
    const problems = [
      ...templateProblems(naming.folder_format, 'folder'),
      ...templateProblems(naming.file_format, 'file'),
    ]
    if (problems.length > 0) throw new Refusal('invalid', problems.join(' '))
    await this.deps.journal.ready() // rows of files with an interrupted change are those before the change
    const options = await byTemplates(series, naming, this.planning())
    const stay: RenameOptions = { home: null, path: ({ file }) => file.path }
    return makePlan(series, options ?? stay, this.planning())
  }

  private planning() {
    const { db, files, roots, aside } = this.deps
    const of = { db: db.read, files, aside: aside(), longestPath: LONGEST_PATH }
    return { ...of, roots: roots().map((root) => resolve(root)) }
  }

  private moved(series: SeriesRow, path: string): RenameOptions {
    if (!isAbsolute(path)) throw new Refusal('invalid', `${path} is not a full path.`)
    const folder = resolve(path)
    const roots = this.deps.roots(series.content_type).map((root) => resolve(root))
    if (!roots.some((root) => root === folder || isBelow(folder, root))) {
      const what = series.content_type === 'manga' ? 'manga' : 'comics'
      const known = roots.length === 0 ? 'None is configured.' : `Choose one of ${roots.join(', ')}.`
      throw new Refusal('invalid', `${folder} is in no library folder for ${what}. ${known}`)
    }
    return elsewhere(series, folder, this.planning())
  }

  private async begin(series: SeriesRow, kind: (typeof KINDS)[number], plan: Plan) {
    const { db, operations, journal } = this.deps
    const { comic_id } = series
    const files = plan.changes.filter(({ problem }) => problem === undefined)
    const others = plan.others.filter(({ problem }) => problem === undefined)
    if (files.length + others.length === 0)
      throw new Refusal('conflict', 'Nothing to change: all files have the right names and folders.')
    await this.checkRoom(plan)
    const moves: MoveRequest[] = orderMoves([...files, ...others.map((other) => ({ ...other, file_id: '' }))])
    const title = titleOf(kind, files.length, plan.home)
    return db.write(() => {
      this.checkResting(series)
      const batch_id = journal.beginBatch({ kind: kind === MOVE_SERIES ? 'move_series' : 'rename', comic_id, title })
      journal.planMoves(batch_id, moves)
      const payload: RenamePayload = { batch_id, comic_id, home: plan.home }
      const { operation_id } = operations.enqueue({ kind, subject: comic_id, payload })
      db.write((tx) => setBatch(tx, batch_id, { operation_id }))
      return { success: true as const, operation_id, batch_id }
    })
  }

  /** Throws Refusal 'conflict' while files of the series are moved. */
  private checkResting({ comic_id, name }: SeriesRow): void {
    if (KINDS.some((each) => this.deps.operations.active(each, comic_id).length > 0))
      throw new Refusal('conflict', `Files of ${name} are already being moved.`)
  }

  /** A move to another disk checks the space for all files first: half a series there is of no use. */
  private async checkRoom({ changes, others }: Plan): Promise<void> {
    const { files, roots } = this.deps
    const going = [...changes, ...others].filter(({ problem }) => problem === undefined)
    const [first] = going
    const root = first && rootAbove(roots(), first.to)
    if (!first || root === undefined) return
    const there = await files.stat(root)
    if (!there) throw new Refusal('conflict', `There is no folder at ${root}. Connect its disk.`)
    const here = await files.stat(dirname(first.from))
    if (here?.device === there.device) return
    await checkRoom(
      files,
      root,
      going.reduce((sum, { size }) => sum + size, 0),
    )
  }
}

function titleOf(kind: (typeof KINDS)[number], files: number, home: string | null): string {
  const what = countWords(files, 'file')
  if (kind === RENAME_FILES) return `${what} renamed`
  return home === null ? `${what} moved to another library folder` : `${what} moved to ${basename(dirname(home))}`
}
