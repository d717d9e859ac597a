import { nextTurn } from '../../base/platform/event-loop'
import type { ReadHandle } from '../../base/storage/database'
import { pictureAddress } from '../../library/series/art'
import { pageDirection } from '../../library/series/reading-direction'
import { lastConfirm, wasResumed } from './confirm/last-confirm-store'
import type { NameSuggestion, SuggestForName } from './name-suggestions'
import { countPackable } from './pack/store'
import { chosenOf } from './proposals/chosen-proposal'
import { foremostByGroup, foremostByRow, type ShownProposal, shownFor } from './proposals/store'
import { proposalItems, proposingView, yearText } from './proposals/wire'
import { newestStepSentence } from './review/step-store'
import {
  type FileCounts,
  fileCountsOf,
  NO_FILE_COUNTS,
  type SameContent,
  type UnitCount,
  unitsOf,
} from './review/store'
import { missingSince, movedIn } from './scan/moves-store'
import type { FileItem, GroupResult, Outline, ProgressView, ReviewView } from './schema'
import * as store from './store'
import { suggestionForGroup } from './unclear-groups'

/** Limit of files in one reply: all files of a small library, the first ones of every series of a large one. */
const MOST_FILES = 2000
const MOST_OF_GROUP = 200
const LEAST_OF_GROUP = 5
const MOST_PROBLEMS = 500
const MOST_MOVES = 200
/** Proposals per series in a list. */
const FEW_PROPOSALS = 3

const NOTHING: ProgressView = {
  status: null,
  progress: {
    total_files: 0,
    processed_files: 0,
    series_found: 0,
    series_matched: 0,
    series_imported: 0,
    series_reconciled: 0,
    moved_files: 0,
    missing_files: 0,
    current_series: null,
    errors: [],
  },
  scan_id: null,
  results: null,
  problems: [],
  problem_total: 0,
  packable: 0,
  packing: null,
  moved: [],
  missing: [],
  last_confirm: null,
  proposing: null,
  last_step: null,
  scanned_at: null,
  resumed: false,
}

/** Groups between two turns of the event loop: with their files, and without. */
const AT_ONCE = 100
const OUTLINED_AT_ONCE = 1_000

type Progress = Omit<ProgressView, 'results'>
interface ProgressOptions {
  suggest?: SuggestForName
  packing?: ProgressView['packing']
}

/** Progress of a scan, and its proposals once it is complete. Other work runs while thousands of groups are listed. */
export async function progressView(
  db: ReadHandle,
  scan: store.ScanRow | undefined,
  { suggest, packing = null }: ProgressOptions = {},
): Promise<ProgressView> {
  if (!scan) return NOTHING
  const results = isThrough(scan) ? await resultsOf(db, scan.scan_id, suggest) : null
  return { ...progressOf(db, scan, packing), results }
}

/** The same for a page that shows a part at a time: its proposals have only what a list is sorted and filtered by. */
export async function reviewView(
  db: ReadHandle,
  scan: store.ScanRow | undefined,
  packing: ProgressView['packing'] = null,
): Promise<ReviewView> {
  const { results: _, ...nothing } = NOTHING
  if (!scan) return { ...nothing, outline: null }
  return {
    ...progressOf(db, scan, packing),
    outline: scan.state === 'completed' ? await outlineOf(db, scan.scan_id) : null,
  }
}

const isThrough = ({ state }: store.ScanRow) => state === 'completed' || state === 'importing'

function progressOf(db: ReadHandle, scan: store.ScanRow, packing: ProgressView['packing']): Progress {
  const through = isThrough(scan)
  const counts = store.countGroups(db, scan.scan_id)
  return {
    status: scan.state,
    progress: {
      total_files: scan.total_files,
      processed_files: scan.processed_files,
      series_found: scan.series_found,
      series_matched: counts.all,
      series_imported: counts.imported,
      series_reconciled: counts.reconciled,
      moved_files: scan.moved_files,
      missing_files: scan.missing_files,
      current_series: scan.current_series,
      errors: scan.errors,
    },
    scan_id: through ? scan.scan_id : null,
    problems: store.fileProblemsOf(db, scan.scan_id, MOST_PROBLEMS).map((file) => ({
      path: pathBelowRoot(file),
      problem: file.problem ?? '',
      full_path: file.path,
      remedy: file.remedy,
    })),
    problem_total: store.countProblems(db, scan.scan_id),
    packable: countPackable(db, scan.scan_id),
    packing,
    moved: scan.moved_files > 0 ? movedIn(db, scan.scan_id, MOST_MOVES) : [],
    missing: scan.missing_files > 0 ? missingSince(db, scan.started_at, MOST_MOVES) : [],
    last_confirm: lastConfirm(db, scan.kind),
    proposing: through ? proposingView(db, scan) : null,
    last_step: through ? (newestStepSentence(db, scan.scan_id) ?? null) : null,
    scanned_at: scan.finished_at,
    resumed: wasResumed(db, scan.kind),
  }
}

async function resultsOf(db: ReadHandle, scanId: string, suggest: SuggestForName | undefined): Promise<GroupResult[]> {
  const ids = store.openGroupIds(db, scanId)
  const each = Math.min(MOST_OF_GROUP, Math.max(LEAST_OF_GROUP, Math.floor(MOST_FILES / Math.max(1, ids.length))))
  const facts = fileCountsOf(db, scanId)
  const results: GroupResult[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await nextTurn()
    const some = ids.slice(from, from + AT_ONCE)
    const proposed = foremostByGroup(db, some)
    const units = unitsOf(db, some)
    for (const group of store.groupsWith(db, some)) {
      const { group_id, comic_id } = group
      const about = { facts: facts.get(group_id), units: units.get(group_id), proposed: proposed.get(comic_id) }
      const listed = store.listScannedFiles(db, group_id, each)
      const suggestion = suggestionForGroup(suggest, group, about.proposed ?? [], listed)
      results.push(result(group, { files: listed.map(fileItem), ...about, suggestion, most: 1 }))
    }
  }
  return results
}

async function outlineOf(db: ReadHandle, scanId: string): Promise<Outline[]> {
  const rows = store.openGroupRows(db, scanId)
  const facts = fileCountsOf(db, scanId)
  const outline: Outline[] = []
  for (let from = 0; from < rows.length; from += OUTLINED_AT_ONCE) {
    await nextTurn()
    const some = rows.slice(from, from + OUTLINED_AT_ONCE)
    const proposed = foremostByRow(db, some)
    for (const row of store.outlineRows(db, some)) {
      const chosen = chosenOf({ ...row, proposal_said: row.proposal_said === 1 }, proposed.get(row.comic_id) ?? [])
      outline.push(outlineItem(row, chosen, facts.get(row.group_id) ?? NO_FILE_COUNTS))
    }
  }
  return outline
}

function outlineItem(row: store.OutlineRow, chosen: ShownProposal | undefined, facts: FileCounts): Outline {
  const { group_id, comic_id, series_name, confidence, content_type, size_bytes, new_files } = row
  const sure = chosen && !row.proposal_said ? Math.min(confidence, chosen.confidence) : confidence
  const corrected = row.said === 1 || row.proposal_said === 1 || facts.corrected
  const first = row.path === null || row.root_length === null ? undefined : row.path.slice(row.root_length)
  return {
    group_id,
    comic_id,
    series_name,
    name: chosen && chosen.name !== series_name ? chosen.name : undefined,
    year: yearText(chosen?.year ?? row.year) ?? undefined,
    publisher: chosen?.publisher ?? row.publisher ?? undefined,
    issues: chosen?.issue_count ?? row.issue_count,
    confidence: sure,
    location: row.location ?? undefined,
    first,
    file_total: row.file_count,
    new_files,
    size_bytes,
    content_type,
    existing_comic_id: row.existing_comic_id ?? undefined,
    proposal_id: chosen?.proposal_id,
    label: chosen && proposalItems([chosen], chosen, 1)[0]?.label,
    image: (chosen && pictureAddress(chosen.image_url)) ?? undefined,
    in_library: chosen?.library_comic_id ?? undefined,
    duplicates: facts.duplicates || undefined,
    corrected: corrected ? true : undefined,
    error: row.errors === null ? undefined : (JSON.parse(row.errors) as string[]).join(' '),
  }
}

/** Groups as a list shows them, in the order of their ids; those that are gone are left out. */
export function resultsWith(
  db: ReadHandle,
  groupIds: readonly string[],
  suggest: SuggestForName | undefined,
): GroupResult[] {
  const proposed = foremostByGroup(db, groupIds)
  const units = unitsOf(db, groupIds)
  return store.groupsWith(db, groupIds).map((group) => {
    const { scan_id, group_id } = group
    const about = { facts: fileCountsOf(db, scan_id, group_id).get(group_id), units: units.get(group_id) }
    const files = store.listScannedFiles(db, group_id, LEAST_OF_GROUP)
    const shown = proposed.get(group.comic_id)
    const suggestion = suggestionForGroup(suggest, group, shown ?? [], files)
    return result(group, { files: files.map(fileItem), ...about, proposed: shown, suggestion, most: 1 })
  })
}

/** A group in the form of a proposal. */
export function resultOf(db: ReadHandle, group: store.GroupRow): GroupResult {
  const files = store.listScannedFiles(db, group.group_id, MOST_OF_GROUP).map(fileItem)
  return result(group, { files, ...about(db, group), most: FEW_PROPOSALS })
}

/** A group with all of its files, each with its original if it is a copy. */
export function wholeResult(
  db: ReadHandle,
  group: store.GroupRow,
  files: store.ScannedFileRow[],
  { same, suggest }: { same: SameContent; suggest?: SuggestForName },
): GroupResult {
  const items = files.map((file) => wholeFileItem(file, same))
  const facts = about(db, group)
  const suggestion = suggestionForGroup(suggest, group, facts.proposed, files)
  return result(group, { files: items, ...facts, suggestion, most: Number.POSITIVE_INFINITY })
}

export const wholeFileItem = (file: store.ScannedFileRow, same: SameContent): FileItem => {
  return { ...fileItem(file), same_content: same(file), full_path: file.path }
}

const about = (db: ReadHandle, { scan_id, group_id, comic_id }: store.GroupRow) => ({
  facts: fileCountsOf(db, scan_id, group_id).get(group_id),
  units: unitsOf(db, [group_id]).get(group_id),
  proposed: shownFor(db, comic_id),
})

interface About {
  files: FileItem[]
  facts: FileCounts | undefined
  units: UnitCount[] | undefined
  /** The proposals of providers, best first. */
  proposed: readonly ShownProposal[] | undefined
  suggestion?: NameSuggestion
  most: number
}

function result(
  group: store.GroupRow,
  { files, facts = NO_FILE_COUNTS, units = [], proposed = [], suggestion, most }: About,
): GroupResult {
  const { series_name, existing_comic_id, errors } = group
  const chosen = chosenOf(group, proposed)
  return {
    series_name,
    file_count: group.file_count,
    matched: true,
    already_in_library: existing_comic_id !== null,
    existing_comic_id,
    match: chosen ? chosenMatch(group, chosen) : localMatch(group),
    ...(errors.length > 0 ? { error: errors.join(' ') } : {}),
    group_id: group.group_id,
    comic_id: group.comic_id,
    proposals: existing_comic_id === null ? proposalItems(proposed, chosen, most) : [],
    proposal_id: chosen?.proposal_id ?? null,
    suggestion: suggestion
      ? { comic_id: suggestion.comic_id, name: suggestion.series, year: yearText(suggestion.year) }
      : null,
    location: group.location,
    evidence: group.evidence,
    confidence_parts: group.confidence_parts,
    provider_ids: group.provider_ids,
    book_type: group.book_type,
    total_issues: group.total_issues,
    content_type: group.content_type,
    reading_direction: pageDirection(group.reading_direction),
    size_bytes: group.size_bytes,
    new_files: group.new_files,
    duplicates: facts.duplicates,
    corrected: group.said || group.proposal_said || facts.corrected,
    units,
    files,
    file_total: group.file_count,
  }
}

function localMatch(group: store.GroupRow): Match {
  return {
    comicid: group.comic_id,
    name: group.series_name,
    year: yearText(group.year),
    publisher: group.publisher,
    issues: group.issue_count,
    image: `/api/import/groups/${group.group_id}/cover`,
    confidence: group.confidence,
    source: 'local',
  }
}

/** The lower of two confidences: that these files are one series, and that it is this one. */
function chosenMatch(group: store.GroupRow, chosen: ShownProposal): Match {
  const local = localMatch(group)
  return {
    comicid: chosen.series_id,
    name: chosen.name,
    year: yearText(chosen.year) ?? local.year,
    publisher: chosen.publisher ?? local.publisher,
    issues: chosen.issue_count ?? local.issues,
    image: pictureAddress(chosen.image_url) ?? local.image,
    confidence: group.proposal_said ? group.confidence : Math.min(group.confidence, chosen.confidence),
    source: chosen.provider,
  }
}

function fileItem(file: store.ListedFile): FileItem {
  const { kind, unit, number, title, year, size, in_library, duplicate_of, evidence } = file
  return {
    path: pathBelowRoot(file),
    kind,
    unit,
    number,
    number_end: file.number_end || null,
    title,
    year,
    pages: file.page_count,
    size,
    in_library,
    duplicate_of,
    evidence,
  }
}

type Match = NonNullable<GroupResult['match']>

const pathBelowRoot = ({ path, root_length }: Pick<store.ScannedFileRow, 'path' | 'root_length'>) =>
  path.slice(root_length)
