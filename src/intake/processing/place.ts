import { basename, dirname, extname } from 'node:path'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { fileFacts } from '../../base/formats/archives/file-facts'
import { FORMATS } from '../../base/formats/formats'
import type { Clock, Files } from '../../base/platform/ports'
import type { ProviderName } from '../../base/providers/descriptors'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { FileImporter, Permissions } from '../../library/filing/importer'
import { linkIssues } from '../../library/filing/importer'
import type { FileJournal } from '../../library/filing/journal'
import { fileParts, type NamingSettings } from '../../library/filing/naming'
import { isPlaced, placeImport } from '../../library/filing/place-file'
import { freePath, type Homes } from '../../library/filing/series-folder'
import type { PlaceMethod } from '../../library/filing/states'
import { changesOf } from '../../library/filing/store'
import { contentColumns, type FileInspection, inspectFile } from '../../library/recognition/service'
import type { FileRow } from '../../library/series/file-store'
import { findIssue, findSeries, type SeriesRow } from '../../library/series/store'
import { resolveItemsAt } from '../downloads/journal/stage-changes'
import { saveInspected } from '../imports/known/inspected'
import type { KeptFormat } from './decide'
import { nameToParse } from './downloaded-file'
import { isStillWanted } from './journal-store'
import { compareWithLibrary, type FormatScoreOf, type ScoreOf } from './library-comparison'
import { type Placement, setPlacement } from './store'

/** Settings for placing completed downloads. */
export interface PlacementSettings {
  preference: KeptFormat
  scoreOf?: ScoreOf
  formatScoreOf?: FormatScoreOf
  /** Whether files are renamed by the template. */
  renames: boolean
  /** Permissions of new files and folders; undefined leaves them unchanged. */
  permissions: Permissions | undefined
}

interface Deps {
  db: Database
  ports: { clock: Clock }
  archives: ArchiveDeps & { files: Files }
  journal: FileJournal
  importer: Pick<FileImporter, 'import' | 'openFolder' | 'pathFor'>
  homes: (series: SeriesRow) => Pick<Homes, 'roots' | 'aside'> & { naming: NamingSettings }
  /** The path of a file in the folder of its story arc; undefined when such files get no folder of their own. */
  arcPath: (issueIds: readonly string[], name: string) => Promise<string | undefined>
  manner: () => PlacementSettings
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
}

export interface PlaceRequest {
  /** The file on the disk: the source, or its unpacked copy. */
  path: string
  placing: PlaceMethod
  /** Everything in one batch is undone together. */
  batch_id: string
  /** Issues that the download is for. */
  expected: ReadonlySet<string>
  /** The user wants this file, even if the library already has one. */
  certain: boolean
  /** The file is part of a pack, which replaces no files of the library. */
  onlyMissing: boolean
}

/**
 * Imports one file of a download, or replaces a library file with it. If the process is killed, the next call resumes.
 */
export class Placer {
  constructor(private readonly deps: Deps) {}

  /** When the file stays where it is, throws Refusal, ArchiveError, or the error of the disk. */
  async place(row: Placement, how: PlaceRequest): Promise<void> {
    await this.deps.journal.ready() // Rows of interrupted changes still describe the files from before.
    const series = findSeries(this.deps.db.read, row.comic_id ?? '')
    const issues = (row.issue_ids ?? []).filter((id) => findIssue(this.deps.db.read, id)?.comic_id === row.comic_id)
    if (!series || issues.length === 0)
      throw new Refusal('missing', 'The series or the issue was removed from the library in the meantime.')
    if (row.state === 'placing' && this.isReplaced(row, how)) return
    const inspection = await inspectFile(how.path, this.deps.archives)
    const { decision, detail, existing } =
      (await this.decidedBefore(row, how)) ?? (await this.decide(row, inspection, issues, how))
    if (decision === 'duplicate' || decision === 'worse' || decision === 'unwanted') {
      this.set(row, { state: 'kept', decision, detail: detail ?? null })
      return
    }
    const wanted = await this.wantedPath(row, series, issues, inspection)
    if (existing) await this.replace({ ...row, decision }, { wanted, existing, inspection }, how)
    else await this.importNew({ ...row, decision }, { wanted, inspection }, how)
  }

  private async decide(row: Placement, inspection: FileInspection, issues: readonly string[], how: PlaceRequest) {
    const { db, archives, manner } = this.deps
    const { size } = await fileFacts(archives.files, how.path)
    const come = { ...how, item_id: row.item_id, name: nameToParse(row), inspection, size, issues }
    return compareWithLibrary(come, { db: db.read, archives, ...manner() })
  }

  /** The earlier decision for a file that is placed but not yet linked: it is not decided again. */
  private async decidedBefore({ state, decision, replaced_file_id, ...row }: Placement, { path }: PlaceRequest) {
    const { placement_id: id, target, target_hash: hash } = row
    if (state !== 'placing' || replaced_file_id !== null || target === null || decision === null) return undefined
    const isThere = await isPlaced({ id, target, hash }, path, this.deps.archives.files)
    return isThere ? { decision, detail: undefined, existing: undefined } : undefined
  }

  /** Whether the previous process already put the file in the place of the one it replaces. */
  private isReplaced(row: Placement, { batch_id }: PlaceRequest): boolean {
    const { db } = this.deps
    if (row.replaced_file_id === null) return false
    const isDone = changesOf(db.read, batch_id).some(({ file_id, to_path, state }) => {
      return file_id === row.replaced_file_id && to_path === row.target && state === 'done'
    })
    if (isDone) this.linkReplaced(row)
    return isDone
  }

  private async wantedPath(
    row: Placement,
    series: SeriesRow,
    issueIds: readonly string[],
    inspection: FileInspection,
  ): Promise<string> {
    const { db, homes, manner, importer, arcPath } = this.deps
    const { naming, ...places } = homes(series)
    const { renames, permissions } = manner()
    const name = nameToParse(row)
    const extension =
      inspection.mislabelled || !/^\.cb/i.test(extname(name))
        ? `.${FORMATS[inspection.format].extension}`
        : extname(name).toLowerCase()
    const issues = issueIds.flatMap((id) => findIssue(db.read, id) ?? [])
    const stem = name.slice(0, name.length - extname(name).length)
    const called = renames ? fileParts(series, issues, naming, { extension }) : [stem + extension]
    const inArc = series.status === 'unfollowed' ? await arcPath(issueIds, called.at(-1)!) : undefined
    return inArc ?? importer.pathFor(series, called, { ...places, naming, permissions })
  }

  private async importNew(
    row: Placement,
    { wanted, inspection }: { wanted: string; inspection: FileInspection },
    how: PlaceRequest,
  ): Promise<void> {
    const { importer, manner, archives } = this.deps
    // A link is only readable while it leads to the file that it was made for.
    const source = how.placing === 'softlink' ? await archives.files.real(how.path) : undefined
    await importer.import({
      id: row.placement_id,
      path: how.path,
      source: source ?? row.source_path,
      returns: false,
      placing: how.placing,
      wanted,
      step: row.state === 'placing' ? row : { target: null, target_hash: null },
      batch_id: how.batch_id,
      permissions: manner().permissions,
      save: (step) => void this.set(row, { state: 'placing', decision: row.decision, replaced_file_id: null, ...step }),
      issues: (tx) => (isStillWanted(tx, row.item_id) ? issuesOf(tx, row) : undefined),
      imported: (tx, { file_id }) => this.placed(tx, row, file_id, inspection),
    })
  }

  private async replace(
    row: Placement,
    { wanted, existing, inspection }: { wanted: string; existing: FileRow; inspection: FileInspection },
    how: PlaceRequest,
  ): Promise<void> {
    const { archives, importer, journal, manner } = this.deps
    const { files } = archives
    const { permissions } = manner()
    await importer.openFolder(dirname(wanted), permissions)
    const isOwn = wanted === existing.path || (await files.same(wanted, existing.path))
    const target = isOwn ? existing.path : await freePath(files, dirname(wanted), basename(wanted))
    // A hard link shares the permissions of the original file.
    const setsMode = permissions !== undefined && (how.placing === 'move' || how.placing === 'copy')
    const begun = this.set(row, {
      state: 'placing',
      decision: row.decision,
      target,
      replaced_file_id: existing.file_id,
    })
    await journal.replaceFile(how.batch_id, {
      file_id: existing.file_id,
      to: target,
      make: async (temp) => {
        const facts = await fileFacts(files, how.path)
        // A file under the row of an existing library file must not be a link to another place.
        const placing = how.placing === 'softlink' ? 'copy' : how.placing
        await placeImport(
          { from: how.path, target: temp, part: `${temp}.copy`, facts, placing, copied: () => {} },
          files,
        )
        if (setsMode) await files.permit(temp, permissions.file)
      },
      hasOwnMode: setsMode,
      sharedWith: how.placing === 'hardlink' ? await files.real(how.path) : undefined,
      verify: async (temp) => void (await inspectFile(temp, archives)),
      facts: contentColumns(inspection),
    })
    this.linkReplaced(begun, inspection)
  }

  /** The file replaced a library file, and takes over its row. */
  private linkReplaced(row: Placement, inspection?: FileInspection): void {
    this.deps.db.write((tx) => {
      const file_id = row.replaced_file_id as string
      const { comic_id, issue_ids } = issuesOf(tx, row)
      linkIssues(tx, comic_id, issue_ids, file_id)
      this.placed(tx, row, file_id, inspection)
    })
  }

  private placed(
    tx: Tx,
    { placement_id, source_path, inner }: Placement,
    file_id: string,
    inspection?: FileInspection,
  ): void {
    const { ports, order } = this.deps
    const updated_at = ports.clock.now()
    saveInspected(tx, file_id, inspection, { at: updated_at, order: order() })
    // Another failed download may have been waiting for this very file.
    if (inner === '') resolveItemsAt(tx, source_path, updated_at)
    setPlacement(tx, placement_id, { state: 'placed', file_id, detail: null, updated_at })
  }

  private set(row: Placement, change: Partial<Placement>): Placement {
    const { db, ports } = this.deps
    return db.write((tx) => setPlacement(tx, row.placement_id, { ...change, updated_at: ports.clock.now() }))
  }
}

/** The issues that still exist. */
function issuesOf(tx: Tx, { comic_id, issue_ids }: Placement) {
  return { comic_id: comic_id as string, issue_ids: (issue_ids ?? []).filter((id) => findIssue(tx, id)) }
}
