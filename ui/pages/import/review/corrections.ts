import { call } from '../../../api/client'
import type { CorrectionReply, FileChange, GroupChange, WireFile, WireScan } from '../wire'
import { outlineOf } from './proposals'

/** Corrections of proposals. The server saves each at once and replies with the current proposals. */

export const changeGroup = (group_id: string, body: GroupChange): Promise<CorrectionReply> =>
  call('PATCH /api/import/groups/:group_id', { params: { group_id }, body })

export const changeFiles = (group_id: string, changes: Record<string, FileChange>): Promise<CorrectionReply> =>
  call('PATCH /api/import/groups/:group_id/files', { params: { group_id }, body: changes as never })

export const merge = (into: string, group_ids: string[]): Promise<CorrectionReply> =>
  call('POST /api/import/groups/merge', { body: { into, group_ids } })

export const stepBack = (scan_id: string): Promise<CorrectionReply> =>
  call('POST /api/import/groups/undo', { body: { scan_id } })

/** The scan with the proposals after a correction. */
export function afterReview(scan: WireScan, { groups, gone, last_step }: CorrectionReply): WireScan {
  const changed = new Map(groups.flatMap((group) => outlineOf(group) ?? []).map((one) => [one.group_id, one]))
  const out = new Set(gone)
  const before = scan.outline ?? []
  const known = new Set(before.map(({ group_id }) => group_id))
  const kept = before.filter(({ group_id }) => !out.has(group_id)).map((one) => changed.get(one.group_id) ?? one)
  const fresh = [...changed.values()].filter(({ group_id }) => !known.has(group_id))
  return { ...scan, last_step, outline: [...kept, ...fresh] }
}

/** The same change for several files in the request's format: by full path where it is known. */
export function forFiles(files: readonly WireFile[], change: FileChange): Record<string, FileChange> {
  return Object.fromEntries(files.map((file) => [file.full_path ?? file.path, change]))
}

/** A typed number: "7", or "7-9" for a file with several issues. */
export function issueNumbersIn(text: string): Pick<FileChange, 'number' | 'number_end'> {
  const [, first, last] = /^(\S+?)\s*[-–]\s*(\d\S*)$/.exec(text.trim()) ?? []
  return first !== undefined && last !== undefined
    ? { number: first, number_end: last }
    : { number: text.trim(), number_end: '' }
}

export const numberText = ({ number, number_end }: Pick<WireFile, 'number' | 'number_end'>) =>
  number_end ? `${number}–${number_end}` : number
