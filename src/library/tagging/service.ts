import type { Config } from '../../base/config/config'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { legacy } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import { fileOf } from '../series/file-store'
import { findIssue, findSeries, issuesOf } from '../series/store'
import { tagDrafts } from './draft'
import type { FilesPayload } from './file-run'
import { errorSentence } from './outcome'
import { NO_CHANGES, type TagPreview, tagPreview } from './preview'
import { CONVERT, TAG } from './states'
import { filesToTag, withoutCopies } from './store'

interface Deps {
  db: Database
  config: Config
  operations: Pick<Operations, 'enqueue'>
  archives: ArchiveDeps
}

/** A request: ids as a list or as text separated by commas. */
interface TagRequest {
  comic_id?: string
  /** The older name of `comic_id`. */
  id?: string
  issue_id?: string
  issue_ids?: string | string[]
}

interface TagJob {
  success: true
  /** Number of issues whose files are written. */
  count: number
  job_id: string
}

/** Starts operations that write metadata into files and convert them. Only a preview reads the disk directly. */
export class TaggingService {
  constructor(private readonly deps: Deps) {}

  /** Tags one issue. */
  issue({ issue_id, comic_id }: TagRequest): TagJob {
    if (!issue_id) throw legacy('invalid', 'Say which issue: issue_id is missing.')
    const issue = findIssue(this.deps.db.read, issue_id)
    if (!issue) throw legacy('missing', `There is no issue ${issue_id}.`)
    if (comic_id !== undefined && comic_id !== issue.comic_id)
      throw legacy('missing', `The series has no issue ${issue_id}.`)
    return this.begin(TAG, issue_id, issue.comic_id, [issue_id])
  }

  /** Tags some issues of a series. */
  some(request: TagRequest): TagJob {
    const comicId = this.seriesOf(request)
    const wanted = idsOf(request.issue_ids)
    if (wanted.length === 0) throw legacy('invalid', 'Say which issues: issue_ids is missing or empty.')
    return this.begin(TAG, comicId, comicId, this.ofSeries(comicId, wanted))
  }

  /** Tags all issues of a series. */
  all(request: TagRequest): TagJob {
    if (request.issue_ids !== undefined || request.issue_id !== undefined)
      throw legacy('invalid', 'This tags a whole series. Leave the issues out, or use /api/metadata/metatag/bulk.')
    const comicId = this.seriesOf(request)
    return this.begin(TAG, comicId, comicId, this.ofSeries(comicId))
  }

  /** Converts the CBR, CB7 and CBT of a series, or of some of its issues, to CBZ. */
  convert(request: TagRequest): TagJob {
    const comicId = this.seriesOf(request)
    const wanted = request.issue_ids === undefined ? undefined : idsOf(request.issue_ids)
    return this.begin(CONVERT, comicId, comicId, this.ofSeries(comicId, wanted))
  }

  /**
   * Tags or converts newly imported files, depending on the settings. Identical copies are left as they are: only the
   * original is the file of the issue.
   */
  tagImported(fileIds: readonly string[]): void {
    const { db, config, operations } = this.deps
    const then_tag = config.get('enable_meta')
    const kind = config.get('cbr2cbz') ? CONVERT : then_tag ? TAG : undefined
    const file_ids = kind === undefined ? [] : withoutCopies(db.read, fileIds)
    if (kind === undefined || file_ids.length === 0) return
    const payload: FilesPayload = { file_ids, comic_id: null, then_tag }
    operations.enqueue({ kind, subject: `arrived ${file_ids[0]}`, payload })
  }

  /** Shows what tagging would write into the file of an issue. */
  async preview(
    issueId: string,
  ): Promise<TagPreview & { path: string | null; writable: boolean; problem: string | null }> {
    const { db } = this.deps
    if (!findIssue(db.read, issueId)) throw legacy('missing', `There is no issue ${issueId}.`)
    const file = fileOf(db.read, issueId)
    if (!file) return { ...NO_CHANGES, path: null, writable: false, problem: 'This issue has no file.' }
    try {
      const [draft] = await tagDrafts(this.deps, file.path, issueId)
      if (draft) return { ...tagPreview(draft), path: file.path, writable: true, problem: draft.remark ?? null }
      const problem = 'Neither ComicInfo nor MetronInfo is enabled in the settings.'
      return { ...NO_CHANGES, path: file.path, writable: false, problem }
    } catch (error) {
      const problem = errorSentence(error)
      if (problem === undefined) throw error
      return { ...NO_CHANGES, path: file.path, writable: false, problem }
    }
  }

  private begin(kind: string, subject: string, comic_id: string, issueIds: string[]): TagJob {
    const { db, operations } = this.deps
    const found = filesToTag(db.read, issueIds)
    if (found.length === 0) throw legacy('invalid', 'There are no files to write to.')
    const payload: FilesPayload = { file_ids: found.map(({ file_id }) => file_id), comic_id }
    const { operation_id } = operations.enqueue({ kind, subject, payload })
    return { success: true, count: new Set(found.map(({ issue_id }) => issue_id)).size, job_id: operation_id }
  }

  private seriesOf({ comic_id, id }: TagRequest): string {
    const comicId = comic_id ?? id
    if (!comicId) throw legacy('invalid', 'Say which series: comic_id is missing.')
    if (!findSeries(this.deps.db.read, comicId)) throw legacy('missing', `There is no series ${comicId}.`)
    return comicId
  }

  private ofSeries(comicId: string, wanted?: readonly string[]): string[] {
    const all = issuesOf(this.deps.db.read, comicId).map(({ issue_id }) => issue_id)
    const stranger = wanted?.find((id) => !all.includes(id))
    if (stranger !== undefined) throw legacy('missing', `The series has no issue ${stranger.slice(0, 255)}.`)
    return all.filter((id) => wanted?.includes(id) ?? true)
  }
}

function idsOf(input: string | string[] | undefined): string[] {
  const ids = Array.isArray(input) ? input : (input ?? '').split(',')
  return [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))]
}
