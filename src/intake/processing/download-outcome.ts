import type { FailureReason } from '../downloads/journal/reasons'
import type { Placement } from './store'

/** Outcome of a download after all of its files were processed. */
export type DownloadOutcome =
  /** At least one of its files is in the library, or was there before. */
  | { to: 'placed' }
  /** The release is to blame: Panelkeep searches for another one. */
  | { to: 'damaged'; detail: string }
  | { to: 'review'; reason: FailureReason; detail: string }

/** The outcome of a download from the outcomes of its files. `isAllThere`: every expected issue has a file. Pure. */
export function downloadOutcomeOf(rows: readonly Placement[], isAllThere: boolean): DownloadOutcome {
  const of = (...states: Placement['state'][]) => rows.filter(({ state }) => states.includes(state))
  const placed = of('placed')
  const [broken] = of('failed')
  if (broken) return { to: 'review', reason: 'postprocess_error', detail: sentence(broken, placed.length, rows.length) }
  if (placed.length > 0) return { to: 'placed' }
  const [damaged] = of('damaged')
  if (rows.length === 0) return { to: 'damaged', detail: 'The completed download contains no comic.' }
  if (damaged) return { to: 'damaged', detail: damaged.detail ?? 'The file is damaged.' }
  const kept = of('kept')
  if (isAllThere && kept.length > 0 && kept.every(({ decision }) => decision === 'duplicate')) return { to: 'placed' }
  const [worse] = kept.filter(({ decision }) => decision !== 'unwanted')
  if (worse) return { to: 'review', reason: 'not_an_upgrade', detail: worse.detail ?? '' }
  const [unwanted] = kept
  if (unwanted) return { to: 'review', reason: 'done_signal_without_library_placement', detail: unwanted.detail ?? '' }
  const [contrary] = of('contrary')
  if (contrary) return { to: 'review', reason: 'holds_something_else', detail: contrary.detail ?? '' }
  const [unknown] = of('unmatched')
  return { to: 'review', reason: 'no_match_in_library', detail: unknown?.detail ?? 'The file could not be identified.' }
}

function sentence({ detail }: Placement, placed: number, all: number): string {
  const why = detail ?? 'It could not be put into the library.'
  return placed === 0 ? why : `${why} ${placed} of ${all} files are in the library.`
}
