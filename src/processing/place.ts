import { basename, dirname, extname, join } from 'node:path'
import type { Placing } from '../downloads/states'
import type { FileJournal } from '../filing/journal'
import { fileParts, type Naming } from '../filing/names'
import { freePath, type Homes, homeOf } from '../filing/series-folder'
import { changesOf } from '../filing/store'
import type { ArchiveDeps } from '../formats/archives/archive'
import { fileFacts } from '../formats/archives/file-facts'
import { FORMATS } from '../formats/formats'
import type { Clock, FileFacts, Files, Random } from '../platform/ports'
import { contentOf, type Look, lookAt } from '../recognition/service'
import { Refusal } from '../refusal'
import type { FileRow } from '../series/file-store'
import { setLocation } from '../series/presence-store'
import { findIssue, findSeries, type SeriesRow } from '../series/store'
import type { Database } from '../storage/database'
import { bringInto, partOf, settleBrought } from './bring'
import type { Preference } from './decide'
import { nameOf } from './found'
import { linkPlaced, linkReplaced } from './link'
import { type Placement, setPlacement } from './store'
import { worthOf } from './worth'

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
  /** Issues that the download was to bring. */
  meant: ReadonlySet<string>
  /** Somebody wants this file, whatever the library has. */
  certain: boolean
  /** It is one of a pack: that replaces nothing of the library. */
  onlyMissing: boolean
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
    const come = { ...how, item_id: row.item_id, name: nameOf(row), look, size: facts.size, issues }
    const { db, archives, manner } = this.deps
    const { decision, detail, held } = await worthOf(come, { db: db.read, archives, ...manner() })
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
      if (isDone) linkReplaced(row, this.deps)
      return isDone
    }
    if (!(await settleBrought(row, how.path, archives.files))) return false
    await this.lies(row, how)
    return true
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
      const fresh = { target_hash: null, replaced_file_id: null }
      const begun = this.set(row, { state: 'placing', decision: row.decision, target, ...fresh })
      const copied = (hash: string) => void this.set(row, { target_hash: hash })
      if (await bringInto({ from: how.path, target, part: partOf(begun), facts, placing: how.placing, copied }, files))
        return this.lies({ ...begun, target }, how)
    }
  }

  private async replace(
    row: Placement,
    { wanted, held, look }: { wanted: string; held: FileRow; look: Look },
    how: Bringing,
  ): Promise<void> {
    const { archives, journal } = this.deps
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
      facts: contentOf(look),
    })
    linkReplaced(begun, this.deps)
  }

  /** Folders that were not there before get the permissions that are set. */
  private async openFolder(folder: string): Promise<string | undefined> {
    const { files } = this.deps.archives
    const made = await files.makeFolder(folder)
    const { permissions } = this.deps.manner()
    if (made === undefined || !permissions) return made
    for (let each = folder; each.length >= made.length; each = dirname(each))
      await files.permit(each, permissions.folder)
    return made
  }

  /** The file lies at its target. One that cannot be linked is removed again: its source is still there. */
  private async lies(row: Placement, how: Bringing): Promise<void> {
    await this.permit(row.target as string, how.placing)
    try {
      await linkPlaced(row, how.batch_id, this.deps)
    } catch (error) {
      await this.deps.archives.files.remove(row.target as string)
      throw error
    }
  }

  /** A second name or a link has the permissions of what it leads to: they are left alone. */
  private async permit(path: string, placing: Placing): Promise<void> {
    const { permissions } = this.deps.manner()
    if (permissions && (placing === 'move' || placing === 'copy'))
      await this.deps.archives.files.permit(path, permissions.file)
  }

  private set(row: Placement, change: Partial<Placement>): Placement {
    const { db, world } = this.deps
    return db.write((tx) => setPlacement(tx, row.placement_id, { ...change, updated_at: world.clock.now() }))
  }
}
