import { dirname } from 'node:path'
import type { Tx } from '../../../base/storage/database'
import { isBelow } from '../../../library/filing/folders'
import {
  type ConfidencePart,
  copiesSentence,
  numberKey,
  numberRangeOf,
  numberRangeSentence,
  orderKey,
} from '../../../library/recognition/service'
import { findGroup, type GroupRow, type ScannedFileRow } from '../store'
import { filesOfGroup, twinsOfGroup, updateFile, updateGroup } from './store'

const YOU_SAID_SO = 'Chosen by you'

/** Updates a group's counts, copies, order, folder and confidence after a correction. */
export function recompute(tx: Tx, groupId: string): void {
  const group = findGroup(tx, groupId)
  if (!group) return
  const files = filesOfGroup(tx, groupId)
  const copies = markCopies(tx, group, files)
  const numberings = files.map((file) => ({ ...file, end: file.number_end }))
  const stretch = numberRangeOf(numberings)
  const parts = partsOf(group, files)
  updateGroup(tx, groupId, {
    file_count: files.length,
    new_files: files.filter(({ in_library }) => !in_library).length,
    issue_count: new Set(files.map(numberKey)).size,
    size_bytes: files.reduce((sum, { size }) => sum + size, 0),
    location: folderOf(files),
    confidence: Math.round(parts.reduce((sum, { points }) => sum + points, 0)),
    confidence_parts: parts,
    evidence: [
      ...parts.map(({ reason }) => reason),
      ...(stretch ? [numberRangeSentence(stretch)] : []),
      ...(copies > 0 ? [copiesSentence(copies)] : []),
    ],
  })
}

/** Marks the group's files that have the same issue as another one, and returns their number. */
function markCopies(tx: Tx, group: GroupRow, files: readonly ScannedFileRow[]): number {
  const firstWith = new Map<string | null, ScannedFileRow>()
  for (const twin of twinsOfGroup(tx, group))
    if (!firstWith.has(twin.content_hash)) firstWith.set(twin.content_hash, twin)
  const first = new Map<string, ScannedFileRow>()
  for (const file of [...files.filter(({ in_library }) => in_library), ...files]) {
    if (!first.has(numberKey(file))) first.set(numberKey(file), file)
  }
  for (const file of files) {
    const same = file.content_hash === null ? undefined : firstWith.get(file.content_hash)
    const copied = [same, first.get(numberKey(file))].find((other) => other && other.path !== file.path)
    const duplicate_of = copied ? pathBelowRoot(copied) : null
    const sort_key = orderKey({ ...file, end: file.number_end })
    if (duplicate_of !== file.duplicate_of || sort_key !== file.sort_key)
      updateFile(tx, file, { duplicate_of, sort_key })
  }
  return files.length - first.size
}

/** The user's corrections count as certain; the rest keeps the scan's confidence. */
function partsOf(group: GroupRow, files: readonly ScannedFileRow[]): ConfidencePart[] {
  if (group.said || group.found_confidence === null) return [{ reason: YOU_SAID_SO, points: 100 }]
  const all = files.length
  const correctedCount = files.filter((file) => file.said).length
  if (correctedCount === 0) return group.confidence_parts
  const of = (count: number) => `${count} of ${all} files`
  const found: ConfidencePart = {
    reason: `As the scan found it: ${of(all - correctedCount)}`,
    points: (group.found_confidence * (all - correctedCount)) / all,
  }
  const yours: ConfidencePart = {
    reason: `${YOU_SAID_SO}: ${of(correctedCount)}`,
    points: (100 * correctedCount) / all,
  }
  return correctedCount === all ? [{ reason: YOU_SAID_SO, points: 100 }] : [found, yours]
}

/** The nearest folder that contains all files, unless it is a library folder. */
function folderOf(files: readonly ScannedFileRow[]): string | null {
  const [first] = files
  if (!first) return null
  let folder = dirname(first.path)
  while (!files.every(({ path }) => isBelow(path, folder)) && dirname(folder) !== folder) folder = dirname(folder)
  return folder.length >= first.root_length ? folder : null
}

export const pathBelowRoot = ({ path, root_length }: Pick<ScannedFileRow, 'path' | 'root_length'>) =>
  path.slice(root_length)
