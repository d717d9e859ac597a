import type { MarkState } from '../status/mark'

/** The states of the search for one issue. */
export const SEARCH_STATES: Record<string, { mark: MarkState; word: string }> = {
  accepted: { mark: 'unknown', word: 'Queued' },
  running: { mark: 'way', word: 'Searching' },
  succeeded: { mark: 'have', word: 'Found' },
  no_match: { mark: 'wanted', word: 'No acceptable release' },
  blocked: { mark: 'attention', word: 'Search blocked' },
  failed: { mark: 'attention', word: 'Search failed' },
  quarantined: { mark: 'attention', word: 'Search stopped' },
  cancelled: { mark: 'skipped', word: 'Cancelled' },
}
const UNHEARD = { mark: 'unknown', word: 'Unknown' } as const
export const searchState = (state: string): { mark: MarkState; word: string } => SEARCH_STATES[state] ?? UNHEARD

/** Texts for the server's reasons. */
const REASONS: Record<string, string> = {
  owned: 'Already in the library',
  covered: 'Included in another file',
  in_flight: 'Already downloading',
  future: 'Not released yet',
  paused: 'The series is not monitored.',
  explicit_skip: 'Skipped by you',
  explicit_ignore: 'Ignored by you',
  excluded: 'Excluded',
  missing_date: 'The release date is unknown.',
  invalid_date: 'The release date is invalid.',
  removed: 'No longer in the library',
  cancelled: 'A user cancelled the search.',
  fault: 'Internal error. See the log.',
  no_provider_answered: 'No indexer responded.',
  provider_not_configured: 'No indexer is enabled. Add or enable one in Settings, Indexers.',
  recovery_attempts_exhausted: 'Panelkeep stopped unexpectedly during this search three times.',
  grab_busy: 'Another release was being sent to the download client.',
  handoff_rejected: 'The download client rejected the release.',
  path_not_ready: 'The folder for releases cannot be written to.',
  downloader_disabled: 'No download client is set up. Add one in Settings, Download clients.',
}

/** A sentence for a reason; an unknown one is shown unchanged. */
export function reasonWords(reason: string | null): string {
  if (!reason) return ''
  const plain = reason.replaceAll('_', ' ')
  return REASONS[reason] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`
}

/** The text of a count in a preview: "12 skipped". */
export const SKIPPED_WORDS: Record<string, string> = {
  owned: 'in the library',
  covered: 'in another file',
  in_flight: 'downloading',
  future: 'not released yet',
  paused: 'in a series that is not monitored',
  explicit_skip: 'skipped',
  explicit_ignore: 'ignored',
  missing_date: 'without a date',
  invalid_date: 'with an invalid date',
}
