import { basename, join } from 'node:path'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { fileFacts } from '../../base/formats/archives/file-facts'
import { fingerprint } from '../../base/formats/fingerprint'
import { matchKey } from '../../base/names/titles'
import type { Clock, Files } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import {
  type CandidateFile,
  contentColumns,
  type FileInspection,
  identifyFiles,
  inspectFile,
  issueForFile,
  walk,
} from '../../library/recognition/service'
import { fileAt, issuesIn } from '../../library/series/file-store'
import { findIssue, findSeries } from '../../library/series/store'
import { isFullPath, lastPart } from './path-map'
import type { ExpectedFileState } from './states'
import { type ExpectedFileRow, isExpectedFor } from './store'

export interface MatchedFile {
  issue_ids: string[]
  facts: { path: string; size: number; modifiedMs: number }
  content: ReturnType<typeof contentColumns> & { content_hash: string | null }
}

export interface SearchedSeries {
  files: MatchedFile[]
  outcomes: { sought: ExpectedFileRow; state: ExpectedFileState; reason: string | null }[]
  /** Why nothing could be listed, as a sentence. */
  unlisted: string | null
}

interface Deps {
  db: Database
  clock: Clock
  archives: ArchiveDeps & { files: Files }
}

/** A file in a folder of the series. */
interface Candidate extends CandidateFile {
  path: string
}

interface Opened {
  facts: { size: number; modifiedMs: number }
  seen: FileInspection
  /** Hash of the content; null when the file could not be read again. */
  hash: string | null
}

/** Searches for the files of one series: first those that the source names, then all others in its folders. */
export class FolderSearch {
  constructor(private readonly deps: Deps) {}

  async search(
    { run_id, comicId }: { run_id: string; comicId: string },
    folders: readonly string[],
    sought: readonly ExpectedFileRow[],
  ): Promise<SearchedSeries> {
    const { candidates, unlisted } = await this.list(folders)
    const byName = new Map<string, Candidate[]>()
    for (const each of candidates) byName.set(keyOf(each.name), [...(byName.get(keyOf(each.name)) ?? []), each])
    const files = new Map<string, MatchedFile>()
    const outcomes: SearchedSeries['outcomes'] = []
    for (const row of sought) {
      // A file that was moved inside the folders of its series is recognised by its name.
      const named = (byName.get(keyOf(lastPart(row.path))) ?? []).map(({ path }) => path)
      const paths = isFullPath(row.path) ? [...new Set([row.path, ...spellings(row.path), ...named])] : named
      outcomes.push({ sought: row, ...(await this.open(row, paths, files, unlisted)) })
    }
    const rest = candidates.filter(({ path }) => !files.has(path) && !this.isPlaced(path, run_id, comicId))
    for (const file of await this.recognise(comicId, rest)) files.set(file.facts.path, file)
    return { files: [...files.values()], outcomes, unlisted }
  }

  /** The library already has the file, or the source has it for another series: some series share a folder. */
  private isPlaced(path: string, run_id: string, comicId: string): boolean {
    const { read } = this.deps.db
    const file = fileAt(read, path)
    const isInIssue = file !== undefined && file.gone_at === null && issuesIn(read, file.file_id).length > 0
    return isInIssue || isExpectedFor(read, { run_id, path, other: comicId })
  }

  private async list(folders: readonly string[]): Promise<{ candidates: Candidate[]; unlisted: string | null }> {
    const { files } = this.deps.archives
    const candidates: Candidate[] = []
    const failed: string[] = []
    for (const folder of folders) {
      const found = walk(files, { roots: [folder], others: [] }, { unlisted: (path) => void failed.push(path) })
      for await (const list of found)
        for (const each of list) candidates.push({ ...each, path: join(each.place.path, each.name) })
    }
    const unlisted = failed.length > 0 && candidates.length === 0 ? `The folder ${failed[0]} cannot be opened.` : null
    return { candidates, unlisted }
  }

  /** The first path whose comic opens. */
  private async open(
    { issue_id, path }: ExpectedFileRow,
    paths: readonly string[],
    files: Map<string, MatchedFile>,
    unlisted: string | null,
  ): Promise<{ state: ExpectedFileState; reason: string | null }> {
    let reason: string | undefined
    for (const each of paths) {
      const known = files.get(each)
      if (known) {
        // A file with two issues.
        if (!known.issue_ids.includes(issue_id)) known.issue_ids.push(issue_id)
        return { state: 'found', reason: null }
      }
      const opened = await this.inspect(each)
      if ('fault' in opened) {
        if (!opened.isMissing) reason = opened.fault
        continue
      }
      files.set(each, foundFile(each, opened, [issue_id]))
      return { state: 'found', reason: null }
    }
    if (path === '') return { state: 'missing', reason: 'No file of this issue was found.' }
    if (reason !== undefined) return { state: 'unreadable', reason }
    return { state: 'missing', reason: unlisted ?? 'The file is not in the folder of its series.' }
  }

  /** Recognises the files that no row names by their names and ComicInfo, when these mean an issue of this series. */
  private async recognise(comicId: string, candidates: readonly Candidate[]): Promise<MatchedFile[]> {
    const series = candidates.length === 0 ? undefined : findSeries(this.deps.db.read, comicId)
    if (!series) return []
    const opened = new Map<string, Opened>()
    for (const { path } of candidates) {
      const one = await this.inspect(path)
      if (!('fault' in one)) opened.set(path, one)
    }
    const toIdentify = candidates.flatMap(({ place, name, path }) => {
      const one = opened.get(path)
      if (!one) return []
      const { info, pages, saidBy, numberBy } = one.seen
      const seen = { place, name, path, size: one.facts.size, pages, info, saidBy, numberBy }
      return [{ seen, info, modified_ms: one.facts.modifiedMs }]
    })
    const { db, clock } = this.deps
    const year = Number(clock.now().slice(0, 4))
    const identified = await identifyFiles(toIdentify, { db: db.read, year, usual: series.content_type })
    const keys = new Set([series.name, ...(series.aliases ?? [])].map(matchKey))
    return [...identified.values()].flatMap((item) => {
      const other = item.suggested_comic_id === null ? undefined : findSeries(db.read, item.suggested_comic_id)
      // When only folders separate two series, the series of this folder wins.
      const isAlike = other === undefined || (keys.has(other.match_key) && other.year === series.year)
      const isOurs = item.suggested_comic_id === comicId || (isAlike && keys.has(item.match_key))
      const issueId = isOurs ? (issueForFile(db.read, comicId, item) ?? null) : item.suggested_issue_id
      if (issueId === null || findIssue(db.read, issueId) === undefined) return []
      return [foundFile(item.path, opened.get(item.path)!, [issueId])]
    })
  }

  private async inspect(path: string): Promise<Opened | { fault: string; isMissing: boolean }> {
    try {
      const { size, modifiedMs } = await fileFacts(this.deps.archives.files, path)
      const seen = await inspectFile(path, this.deps.archives)
      const hash = await fingerprint(path, this.deps.archives.files).catch(() => null)
      return { facts: { size, modifiedMs }, seen, hash }
    } catch (error) {
      const isMissing = (await this.deps.archives.files.stat(path).catch(() => null)) === undefined
      const fault = error instanceof ArchiveError ? error.message : `${basename(path)} cannot be opened.`
      return { fault, isMissing }
    }
  }
}

const foundFile = (path: string, { facts, seen, hash }: Opened, issue_ids: string[]): MatchedFile => ({
  issue_ids,
  facts: { path, ...facts },
  content: { ...contentColumns(seen), content_hash: hash },
})

const spellings = (path: string) => [path.normalize('NFC'), path.normalize('NFD')]

/** Systems write accented letters composed or decomposed. */
const keyOf = (name: string) => name.normalize('NFC')
