/**
 * Why an item ended badly: tokens that existing tools know, and what each means to a reader. The part of a journal's
 * reason before the first colon is one of these.
 */
interface Reason {
  /** A sentence without a full stop, for a group of items. */
  phrase: string
  /** Resolved automatically; needs no attention. */
  heals?: true
}

export const reasons = {
  submission_rejected: { phrase: 'The download client did not take it' },
  submission_outcome_unknown: { phrase: 'The download client did not confirm the release' },
  route_not_restart_safe: {
    phrase: 'Panelkeep stopped while it was handed over, and the client cannot say whether it has it',
  },
  reserved_without_persisted_acceptance: { phrase: 'Panelkeep stopped before it was handed over' },
  route_acceptance_missing_identity: { phrase: 'The download client took it without saying what it calls it' },
  download_failed_no_auto_handling: { phrase: 'The download failed, and failed downloads are left to you' },
  download_failed_researching: { phrase: 'The download failed, and another release is looked for', heals: true },
  download_gone: { phrase: 'The download client has lost it, and it is looked for again', heals: true },
  ddl_stalled: { phrase: 'It stopped moving, and another release is looked for', heals: true },
  torrent_hash_not_in_client: {
    phrase: 'The torrent is gone from its client, and it is looked for again',
    heals: true,
  },
  ddl_download_or_artifact_validation_failed: {
    phrase: 'The file was damaged, and another release is looked for',
    heals: true,
  },
  sab_completed_file_not_found: { phrase: 'The finished download is not where its client says' },
  path_not_readable: { phrase: 'The folder of the finished download cannot be read' },
  downloaded_invalid_artifact_command: { phrase: 'The finished download holds no comic' },
  postprocess_error: { phrase: 'It arrived, but could not be put into the library' },
  recovered_postprocess_error: { phrase: 'It could not be put into the library after a restart' },
  done_signal_without_library_placement: { phrase: 'It arrived, but none of what it holds was wanted' },
  no_match_in_library: { phrase: 'No matching issue in the library' },
  not_an_upgrade: { phrase: 'The library has a better file of it already' },
  search_exhausted: { phrase: 'All releases failed' },
  handed_over_before_move: { phrase: 'The program that you moved from had sent it to a download client' },
  recovery_attempts_exhausted: { phrase: 'It was tried again after restarts, and did not end' },
} as const satisfies Record<string, Reason>

export type ReasonCode = keyof typeof reasons

/** The sentence for a stored reason; an unknown one is shown unchanged. */
export function phraseOf(base: string): string {
  return (reasons as Record<string, Reason>)[base]?.phrase ?? base.replaceAll('_', ' ')
}

/** The token of a stored reason. */
export const baseOf = (reason: string): string => reason.split(':')[0]!.trim()

/** The sentence of a stored reason; undefined when it has none. */
export const detailOf = (reason: string): string | undefined => /^[^:]*:\s*(.+)$/s.exec(reason)?.[1]

/** Reasons that need no notice. */
export const healingReasons = Object.entries(reasons as Record<string, Reason>).flatMap(([code, { heals }]) =>
  heals ? [code] : [],
)
