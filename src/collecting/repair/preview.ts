import { sha256 } from '../../base/platform/digest'
import { nextTurn } from '../../base/platform/event-loop'
import type { Files } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { openStages } from '../../intake/downloads/states'
import { issueTitle } from '../../library/series/issue-title'
import { type IssueRow, issuesOf, type SeriesRow } from '../../library/series/store'
import { derive } from './derive'
import { downloadsOf, type LinkedFile, linkedFiles, openMark } from './evidence-store'
import type { RepairBasis } from './states'
import type { NewRepairItem } from './store'

/** Files that are checked between two turns of the event loop. */
const AT_ONCE = 16

/** Whether the file is still the one that was opened. A disk that does not respond proves nothing. */
export async function isOnDisk(files: Pick<Files, 'stat'>, { path, size, modified_ms }: Omit<LinkedFile, 'issue_id'>) {
  try {
    const facts = await files.stat(path)
    return facts?.kind === 'file' && facts.size === size && facts.modifiedMs === modified_ms
  } catch {
    return false
  }
}

/** Checks each issue of a series against the evidence. Changes nothing. */
export async function examine(
  { db, files, today }: { db: ReadHandle; files: Pick<Files, 'stat'>; today: string },
  run_id: string,
  series: SeriesRow,
): Promise<NewRepairItem[]> {
  const issues = issuesOf(db, series.comic_id)
  const linked = linkedFiles(db, series.comic_id)
  const downloads = downloadsOf(db, series.comic_id)
  const onDisk = await filesOnDisk(files, [...linked.values()].flat())
  return issues.map((issue, at) => {
    const own = linked.get(issue.issue_id) ?? []
    const file = own.find(({ file_id }) => onDisk.has(file_id)) ?? own[0] ?? null
    const download = downloads.get(issue.issue_id)?.[0] ?? null
    const there = file !== null && onDisk.has(file.file_id)
    const { date, date_source, ...found } = derive({
      ...issue,
      series: series.status,
      today,
      file: file && { path: file.path, on_disk: there, marked_gone: file.gone_at !== null },
      download,
    })
    return {
      run_id,
      sequence: at + 1,
      entity_type: issue.kind,
      issue_id: issue.issue_id,
      label: issueTitle(series.name, issue),
      ...found,
      date_source,
      selected_date: date,
      evidence: {
        file: file && { path: file.path, size: file.size, on_disk: there, marked_gone: file.gone_at !== null },
        download: download && {
          release_key: download.release_key,
          stage: download.stage,
          reason: download.reason,
          updated_at: download.updated_at,
        },
      },
      basis: basisOf(issue, file, download),
      selected: found.change !== null && !found.optional,
    }
  })
}

function basisOf(
  { intent, fulfillment }: IssueRow,
  file: LinkedFile | null,
  download: Parameters<typeof openMark>[0] | null,
): RepairBasis {
  const isOpen = download && (openStages as readonly string[]).includes(download.stage)
  return {
    intent,
    fulfillment,
    file_id: file?.file_id ?? null,
    gone_at: file?.gone_at ?? null,
    open: isOpen ? openMark(download) : null,
  }
}

async function filesOnDisk(files: Pick<Files, 'stat'>, linked: readonly LinkedFile[]): Promise<Set<string>> {
  const each = [...new Map(linked.map((file) => [file.file_id, file])).values()]
  const found = new Set<string>()
  for (let at = 0; at < each.length; at += AT_ONCE) {
    const some = each.slice(at, at + AT_ONCE)
    const there = await Promise.all(some.map((file) => isOnDisk(files, file)))
    for (const [index, { file_id }] of some.entries()) if (there[index]) found.add(file_id)
    await nextTurn()
  }
  return found
}

export const keyOf = ({ entity_type, issue_id }: Pick<NewRepairItem, 'entity_type' | 'issue_id'>) =>
  `${entity_type}:${issue_id}`

/** Depends on everything that the user was shown. */
export const fingerprintOf = (items: readonly NewRepairItem[]): string =>
  sha256(JSON.stringify(items.map((item) => [keyOf(item), item.reason, item.change, item.basis, item.evidence])))
