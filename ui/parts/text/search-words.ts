import type { MarkState } from '../status/mark'

/** The states of the search for one issue. */
export const SEARCH_STATES: Record<string, { mark: MarkState; word: string }> = {
  accepted: { mark: 'unknown', word: 'Waits for its turn' },
  running: { mark: 'way', word: 'Being searched for' },
  succeeded: { mark: 'have', word: 'Found' },
  no_match: { mark: 'wanted', word: 'Nothing that fits' },
  blocked: { mark: 'attention', word: 'Could not be searched for' },
  failed: { mark: 'attention', word: 'Search failed' },
  quarantined: { mark: 'attention', word: 'Given up' },
  cancelled: { mark: 'skipped', word: 'Not searched for' },
}
const UNHEARD = { mark: 'unknown', word: 'Unknown' } as const
export const searchState = (state: string): { mark: MarkState; word: string } => SEARCH_STATES[state] ?? UNHEARD

/** Texts for the server's reasons. */
const REASONS: Record<string, string> = {
  owned: 'It is in the library.',
  covered: 'Another file has it.',
  in_flight: 'It is downloading already.',
  future: 'It is not out yet.',
  paused: 'Its series is paused.',
  explicit_skip: 'You skipped it.',
  explicit_ignore: 'You ignore it.',
  excluded: 'It is left out.',
  missing_date: 'The release date is unknown.',
  invalid_date: 'Its date makes no sense.',
  removed: 'It is not in the library any more.',
  cancelled: 'A user cancelled the search.',
  fault: 'A fault on our side; the log has it.',
  no_provider_answered: 'No indexer could be asked, or none answered.',
  provider_not_configured: 'No indexer is set up and switched on.',
  recovery_attempts_exhausted: 'Panelkeep ended while it was searched for, three times.',
  grab_busy: 'Another release was being handed over.',
  handoff_rejected: 'The release could not be handed over.',
  path_not_ready: 'The folder for releases cannot be written to.',
  downloader_disabled: 'There is nothing that releases could be handed to.',
}

/** A sentence for a reason; an unknown one is shown unchanged. */
export function reasonWords(reason: string | null): string {
  if (!reason) return ''
  const plain = reason.replaceAll('_', ' ')
  return REASONS[reason] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`
}

/** The text of a count in a preview: "12 skipped". */
export const LEFT_OUT: Record<string, string> = {
  owned: 'in the library',
  covered: 'in another file',
  in_flight: 'on the way',
  future: 'to come',
  paused: 'of a paused series',
  explicit_skip: 'skipped',
  explicit_ignore: 'ignored',
  missing_date: 'without a date',
  invalid_date: 'with a wrong date',
}
