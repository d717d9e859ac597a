import { basename, dirname, extname, join } from 'node:path'
import { isOpen } from '../downloads/machine'
import type { Placing } from '../downloads/states'
import { findItem } from '../downloads/store'
import type { FileJournal } from '../filing/journal'
import { fileParts, type Naming } from '../filing/names'
import { changesOf } from '../filing/store'
import type { ArchiveDeps } from '../formats/archive'
import { fingerprint } from '../formats/fingerprint'
import { FORMATS } from '../formats/formats'
import { freePath, type Homes, homeOf } from '../imports/inbox-folder'
import { type Look, lookAt } from '../imports/look'
import { fileFacts } from '../imports/see'
import type { Clock, FileFacts, Files, Random } from '../platform/ports'
import { Refusal } from '../refusal'
import { recount } from '../series/counts-store'
import { type FileRow, fileOf, issuesIn, linkFile, putFile } from '../series/file-store'
import { setLocation } from '../series/presence-store'
import { findIssue, findSeries, type SeriesRow } from '../series/store'
import type { Database, Tx } from '../storage/database'
import { bringInto, partOf, settleBrought } from './bring'
import { type Copy, decide, type Preference, saysFixed, type Verdict } from './decide'
import { cameFixed, type Placement, setPlacement } from './store'
import { nameOf } from './survey'

/** How arrivals are placed, as the settings say. */
export interface Manner {
  preference: Preference
  /** Whether they are called by the template. */
  renames: boolean
  /** Permissions of new files and folders; undefined leaves them as they come. */
  permissions: { file: number; folder: number } | undefined
}

interface Deps {
  db: Database
  world: { clock: Clock; random: Pick<Random, 'id'> }
  archives: ArchiveDeps & { files: Files }
  journal: FileJournal
  homes: (series: SeriesRow) => Pick<Homes, 'roots'> & { naming: Naming }
  manner: () => Manner
}

export interface Bringing {
  /** The file on the disk: the source, or what was unpacked of it. */
  path: string
  placing: Placing
  /** What is undone together. */
  batch_id: string
  /** Somebody wants this file, whatever the library has. */
  certain: boolean
}

/** Brings one file to its place in the library and links it to its issues. Killed anywhere, the next call goes on. */
export class Placer {
  constructor(private readonly deps: Deps) {}

  /** Throws Refusal, ArchiveError or what the disk throws when the file stays where it is. */
  async bring(row: Placement, how: Bringing): Promise<void> {
    const series = findSeries(this.deps.db.read, row.comic_id ?? '')
    const issues = (row.issue_ids ?? []).filter((id) => findIssue(this.deps.db.read, id)?.comic_id === row.comic_id)
    if (!series || issues.length === 0)
      throw new Refusal('missing', 'The series or the issue was removed from the library in the meantime.')
    if (row.state === 'placing' && (await this.goneOn(row, how))) return
    const look = await lookAt(how.path, this.deps.archives)
    const facts = await fileFacts(this.deps.archives.files, how.path)
    const held = this.heldBy(issues)
    const { decision, detail } = await this.verdict({ row, look, facts, held, issues }, how)
    if (decision === 'duplicate' || decision === 'worse' || decision === 'unwanted') {
      this.set(row, { state: 'kept', decision, detail: detail ?? null })
      return
    }
    const wanted = await this.wantedPath(row, series, issues, look)
    if (decision !== 'new' && held) await this.replace({ ...row, decision }, { wanted, held, look }, how)
    else await this.placeNew({ ...row, decision }, { wanted, facts }, how)
  }

  /** Finishes what the last process began; false when it is to be begun anew. */
  private async goneOn(row: Placement, how: Bringing): Promise<boolean> {
    const { db, archives, journal } = this.deps
    if (row.replaced_file_id !== null) {
      await journal.ready() // it says what became of a change that was cut off
      const changes = changesOf(db.read, how.batch_id)
      const isDone = changes.some(({ file_id, to_path, state }) => {
        return file_id === row.replaced_file_id && to_path === row.target && state === 'done'
      })
      if (isDone) this.linkReplaced(row)
      return isDone
    }
    if (!(await settleBrought(row, how.path, archives.files))) return false
    await this.link(row, how)
    return true
  }

  private heldBy(issueIds: readonly string[]): FileRow | 'several' | undefined {
    const { db } = this.deps
    const all = issueIds.map((id) => fileOf(db.read, id))
    // It brings something that is missing.
    if (all.some((file) => file === undefined)) return undefined
    const [first, ...others] = new Map(all.map((file) => [file?.file_id, file])).values()
    if (!first || others.length > 0) return 'several'
    return issuesIn(db.read, first.file_id).every(({ issue_id }) => issueIds.includes(issue_id)) ? first : 'several'
  }

  private async verdict(
    {
      row,
      look,
      facts,
      held,
      issues,
    }: {
      row: Placement
      look: Look
      facts: FileFacts
      held: FileRow | 'several' | undefined
      issues: readonly string[]
    },
    how: Bringing,
  ): Promise<Verdict> {
    const { db, archives } = this.deps
    if (held === 'several') return { decision: 'duplicate', detail: 'The library has files of all that it holds.' }
    const intents = issues.map((id) => findIssue(db.read, id)?.intent)
    if (!how.certain && !held && intents.every((intent) => intent === 'skipped' || intent === 'ignored'))
      return { decision: 'unwanted', detail: 'It is skipped, so it was left where it is.' }
    const hash = await fingerprint(how.path, archives.files)
    const come: Copy = {
      format: look.format,
      size: facts.size,
      pages: look.pages,
      hash,
      fixed: saysFixed(nameOf(row)),
    }
    const known = held && { ...copyOf(held), fixed: cameFixed(db.read, held.file_id) }
    const verdict = decide(come, known, this.deps.manner().preference)
    return how.certain && verdict.decision === 'worse' ? { decision: 'upgrade' } : verdict
  }

  private async wantedPath(
    row: Placement,
    series: SeriesRow,
    issueIds: readonly string[],
    look: Look,
  ): Promise<string> {
    const { db, archives, homes, manner, world } = this.deps
    const { naming, roots } = homes(series)
    const files = { ...archives.files, makeFolder: (folder: string) => this.openFolder(folder) }
    const home = await homeOf(series, { db: db.read, files, naming, roots })
    const name = nameOf(row)
    const extension =
      look.mislabelled || !/^\.cb/i.test(extname(name))
        ? `.${FORMATS[look.format].extension}`
        : extname(name).toLowerCase()
    const issues = issueIds.flatMap((id) => findIssue(db.read, id) ?? [])
    const stem = name.slice(0, name.length - extname(name).length)
    const called = manner().renames ? fileParts(series, issues, naming, { extension }) : [stem + extension]
    // The next arrival could not tell the folder of the series from those that the template makes in it.
    if (series.location === null && called.length > 1)
      db.write((tx) => setLocation(tx, series.comic_id, home, world.clock.now()))
    return join(home, ...called)
  }

  private async placeNew(row: Placement, { wanted, facts }: { wanted: string; facts: FileFacts }, how: Bringing) {
    const { files } = this.deps.archives
    const folder = dirname(wanted)
    await this.openFolder(folder)
    for (;;) {
      const target = await freePath(files, folder, basename(wanted))
      const begun = this.set(row, { state: 'placing', decision: row.decision, target, target_hash: null })
      const copied = (hash: string) => void this.set(row, { target_hash: hash })
      if (await bringInto({ from: how.path, target, part: partOf(begun), facts, placing: how.placing, copied }, files))
        return this.link({ ...begun, target }, how)
    }
  }

  private async replace(
    row: Placement,
    { wanted, held, look }: { wanted: string; held: FileRow | 'several'; look: Look },
    how: Bringing,
  ): Promise<void> {
    const { archives, journal } = this.deps
    if (held === 'several') return
    const { files } = archives
    await this.openFolder(dirname(wanted))
    const isOwn = wanted === held.path || (await files.same(wanted, held.path))
    const target = isOwn ? held.path : await freePath(files, dirname(wanted), basename(wanted))
    const begun = this.set(row, { state: 'placing', decision: row.decision, target, replaced_file_id: held.file_id })
    await journal.replace(how.batch_id, {
      file_id: held.file_id,
      to: target,
      make: async (temp) => {
        const facts = await fileFacts(files, how.path)
        // What the library keeps under its own row is no link to elsewhere.
        const placing = how.placing === 'softlink' ? 'copy' : how.placing
        await bringInto({ from: how.path, target: temp, part: `${temp}.copy`, facts, placing, copied: () => {} }, files)
        await this.permit(temp, how.placing)
      },
      verify: async (temp) => void (await lookAt(temp, archives)),
      facts: { format: look.format, page_count: look.pages, cover_page: look.coverPage },
    })
    this.linkReplaced(begun)
  }

  /** Folders that were not there before get the permissions that are set. */
  private async openFolder(folder: string): Promise<string | undefined> {
    const { files } = this.deps.archives
    const made = await files.makeFolder(folder)
    const { permissions } = this.deps.manner()
    if (made === undefined || !permissions) return made
    for (let each = folder; ; each = dirname(each)) {
      await files.permit(each, permissions.folder)
      if (each === made || dirname(each) === each) return made
    }
  }

  /** A second name or a link has the permissions of what it leads to: they are left alone. */
  private async permit(path: string, placing: Placing): Promise<void> {
    const { permissions } = this.deps.manner()
    if (permissions && (placing === 'move' || placing === 'copy'))
      await this.deps.archives.files.permit(path, permissions.file)
  }

  /** The file lies at its target. One that cannot be linked is removed again: its source is still there. */
  private async link(row: Placement, how: Bringing): Promise<void> {
    const { db, world, archives, journal } = this.deps
    const { files } = archives
    const path = row.target as string
    await this.permit(path, how.placing)
    const look = await lookAt(path, archives)
    const facts = await fileFacts(files, path)
    const content_hash = await fingerprint(path, files)
    const linked = db.write((tx) => {
      if (!isStillWanted(tx, row)) return false
      const at = world.clock.now()
      const file_id = putFile(tx, {
        file_id: world.random.id(),
        path,
        size: facts.size,
        modified_ms: facts.modifiedMs,
        format: look.format,
        page_count: look.pages,
        cover_page: look.coverPage,
        content_hash,
        added_at: at,
      })
      linkIssues(tx, row, file_id)
      const stamp = { size: facts.size, modified_ms: facts.modifiedMs }
      journal.arrived(tx, how.batch_id, { file_id, from: row.source_path, to: path, ...stamp })
      setPlacement(tx, row.placement_id, { state: 'placed', file_id, detail: null, updated_at: at })
      return true
    })
    if (!linked) await files.remove(path)
  }

  private linkReplaced(row: Placement): void {
    const { db, world } = this.deps
    db.write((tx) => {
      const file_id = row.replaced_file_id as string
      linkIssues(tx, row, file_id)
      setPlacement(tx, row.placement_id, { state: 'placed', file_id, detail: null, updated_at: world.clock.now() })
    })
  }

  private set(row: Placement, change: Partial<Placement>): Placement {
    const { db, world } = this.deps
    return db.write((tx) => setPlacement(tx, row.placement_id, { ...change, updated_at: world.clock.now() }))
  }
}

const copyOf = ({ format, size, page_count, content_hash }: FileRow) => ({
  format,
  size,
  pages: page_count,
  hash: content_hash,
})

/** Somebody may have cancelled it in the middle. */
function isStillWanted(tx: Tx, { item_id }: Placement): boolean {
  const item = findItem(tx, item_id)
  return item !== undefined && isOpen(item.stage)
}

function linkIssues(tx: Tx, { issue_ids, comic_id }: Placement, fileId: string): void {
  for (const issue_id of issue_ids ?? []) {
    if (!findIssue(tx, issue_id)) continue
    linkFile(tx, issue_id, fileId)
    tx.emit({ type: 'issue.changed', issue_id, comic_id: comic_id as string })
  }
  recount(tx, comic_id as string)
}
