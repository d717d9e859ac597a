import { basename, dirname } from 'node:path'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { type FileChangeRow, finishedOf } from './store'

export interface FileEvent {
  at: Instant
  sentence: string
}

/** What Panelkeep did to these files and undid, each as a sentence, oldest first. */
export function fileEventsOf(db: ReadHandle, fileIds: readonly string[]): FileEvent[] {
  return finishedOf(db, fileIds).flatMap((change) =>
    change.changed_at ? [{ at: change.changed_at, sentence: sentenceOf(change) }] : [],
  )
}

function sentenceOf({ kind, state, from_path, to_path }: FileChangeRow): string {
  const [from, to] = [basename(from_path), basename(to_path)]
  const back = state === 'undone'
  if (kind === 'arrive') return back ? `${to} was removed from the library again.` : `${from} was imported as ${to}.`
  if (kind === 'recycle' || kind === 'remove')
    return back ? `${from} was restored from the recycle folder.` : `${from} was moved to the recycle folder.`
  if (kind === 'note') return back ? `Metadata written to ${from} was undone.` : `Metadata was written to ${to}.`
  if (kind === 'replace') return back ? `${from} replaced ${to} again.` : `${from} was converted to ${to}.`
  if (from !== to) return back ? `${to} was renamed back to ${from}.` : `${from} was renamed to ${to}.`
  return back ? `${from} moved back to ${dirname(from_path)}.` : `${from} moved to ${dirname(to_path)}.`
}
