import { relative } from 'node:path'
import { sortName } from '../../../base/names/titles'
import { type FileGroup, fileEvidence, type LeftOut, type ParsedFile } from '../../../library/recognition/service'
import type { ContentType } from '../../../library/series/states'
import type { NewGroup, ScannedRow } from '../store'

/** The row of a proposed series. */
export function groupRow(group: FileGroup, ids: { group_id: string; scan_id: string; kind: ContentType }): NewGroup {
  const files = [...group.files.keys()]
  return {
    group_id: ids.group_id,
    scan_id: ids.scan_id,
    comic_id: group.comic_id,
    series_name: group.name,
    sort_name: sortName(group.name),
    year: group.year ?? null,
    publisher: group.publisher ?? null,
    imprint: group.imprint ?? null,
    volume: group.volume ?? null,
    content_type: ids.kind,
    reading_direction: group.direction,
    bare_number_mode: group.bareNumbers,
    location: group.location ?? null,
    description: group.description ?? null,
    language: group.language ?? null,
    book_type: group.bookType ?? null,
    total_issues: group.totalIssues ?? null,
    provider_ids: group.providerIds,
    confidence_parts: group.parts,
    file_count: files.length,
    new_files: files.filter((file) => !file.unchanged).length,
    issue_count: group.issues,
    size_bytes: files.reduce((sum, file) => sum + file.size, 0),
    confidence: group.confidence,
    found_confidence: group.confidence,
    evidence: group.evidence,
    existing_comic_id: group.existing?.comic_id ?? null,
    errors: [],
  }
}

/** The row of a file that the walk left out, listed among the problems of its scan. */
export function leftOutRow({ place, path, reason, pictures }: LeftOut, scanId: string): ScannedRow {
  const root_length = path.length - relative(place.root, path).length
  const remedy = pictures === undefined ? {} : { page_count: pictures, remedy: 'pack' as const }
  return { scan_id: scanId, path, root_length, size: 0, modified_ms: 0, evidence: [], problem: reason, ...remedy }
}

/** Adds the parsed file to a row. */
export function withParsedFile(row: ScannedRow, parsed: ParsedFile): ScannedRow {
  if (parsed.unchanged) return row
  const { title, year } = parsed
  return {
    ...row,
    title: row.title || title.slice(0, 300) || null,
    year: row.year ?? year ?? null,
    evidence: [...fileEvidence(parsed), ...row.evidence],
  }
}
