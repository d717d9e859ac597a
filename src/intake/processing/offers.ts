import type { Clock, Files } from '../../base/platform/ports'
import { legacy } from '../../base/refusal'
import type { Database, ReadHandle } from '../../base/storage/database'
import { fileOf } from '../../library/series/file-store'
import { findIssue, type IssueRow, releaseIssues } from '../../library/series/store'
import { placeMethodOf } from '../downloads/cleanup/placing'
import { blockRelease, resolveItem } from '../downloads/journal/stage-changes'
import { type DownloadItem, findDownload, issuesOfItem, updateItem } from '../downloads/store'
import { insideOf, nameToParse } from './downloaded-file'
import { labelWithYear } from './identity'
import type { ProcessRequests } from './requests'
import type { ProcessingSettings } from './settings'
import { findPlacement, type Placement, placementsOf } from './store'

interface Deps {
  db: Database
  clock: Clock
  files: Pick<Files, 'stat'>
  requests: Pick<ProcessRequests, 'begin'>
  settings: Pick<ProcessingSettings, 'rules' | 'placing' | 'failures'>
}

/** The missing issues that a file claims to be, when it is not the wanted issue. */
function offeredIssues(db: ReadHandle, { state, issue_ids }: Placement): IssueRow[] {
  if (state !== 'contrary') return []
  const issues = (issue_ids ?? []).map((id) => findIssue(db, id))
  const isMissing = (issue: IssueRow | undefined) => issue !== undefined && fileOf(db, issue.issue_id) === undefined
  return issues.every(isMissing) ? (issues as IssueRow[]) : []
}

export interface ImportOffer {
  placement_id: string
  issue_id: string
  comic_id: string
  /** "Copper Winter (2016) #6" */
  label: string
}

/** Undefined when the file is the wanted issue, or when the library already has the issue that it claims to be. */
export function importOfferOf(db: ReadHandle, row: Placement): ImportOffer | undefined {
  const issues = offeredIssues(db, row)
  const [first] = issues
  if (!first) return undefined
  const { issue_id, comic_id } = first
  return { placement_id: row.placement_id, issue_id, comic_id, label: labelWithYear(db, issues) }
}

/** The offers for all files of a download. */
export const importOffersOf = (db: ReadHandle, itemId: string): ImportOffer[] =>
  placementsOf(db, itemId).flatMap((row) => importOfferOf(db, row) ?? [])

/** Imports a download as another issue than the wanted one, if the user agrees. */
export class ImportOffers {
  constructor(private readonly deps: Deps) {}

  /**
   * Imports the file as the issue that it claims to be. The wanted issue is free again, and its release is not grabbed
   * again. Throws Refusal 'missing' for an unknown file, 'conflict' when it is no longer offered.
   */
  async accept(itemId: string, placementId: string): Promise<{ success: true; item_id: string }> {
    const { db, files, requests } = this.deps
    const row = findPlacement(db.read, placementId)
    const item = findDownload(db.read, itemId)
    if (!item || row?.item_id !== itemId) throw legacy('missing', 'This download has no such file.')
    const issues = offeredIssues(db.read, row)
    if (issues.length === 0)
      throw legacy('conflict', 'The issue is not missing any more. The file was left where it is.')
    if ((await files.stat(row.source_path)) === undefined)
      throw legacy('conflict', `There is nothing at ${row.source_path} any more.`)
    const begun = requests.begin({
      title: nameToParse(row),
      content_path: row.source_path,
      origin: 'request',
      issue_ids: issues.map(({ issue_id }) => issue_id),
      how: { certain: true, only: insideOf(row), placing: this.placing(item) },
    })
    this.free(item)
    return { success: true, item_id: begun.item_id }
  }

  /** Placed like the other files of its download: files that seed stay where they are. */
  private placing(item: DownloadItem) {
    const { rules, placing } = this.deps.settings
    return placeMethodOf(item, item.client === null ? undefined : rules(item.client), placing())
  }

  private free(item: DownloadItem): void {
    const { db, clock, settings } = this.deps
    if (item.stage !== 'manual_review' || item.resolution !== null) return
    db.write((tx) => {
      const at = clock.now()
      releaseIssues(tx, issuesOfItem(tx, item.item_id), at)
      blockRelease(tx, item, 'The file was not the wanted issue.', at)
      resolveItem(tx, item.item_id, 'imported')
      if (item.origin === 'grab' && settings.failures().searches) updateItem(tx, item.item_id, { again_at: at })
    })
  }
}
