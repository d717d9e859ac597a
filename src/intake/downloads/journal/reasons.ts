/**
 * Why an item failed: tokens that existing tools know, and what each one means. The text of a journal reason before the
 * first colon is one of these.
 */
interface Reason {
  /** A sentence without a full stop, for a group of items. */
  phrase: string
  /** Resolves automatically, so it needs no attention. */
  heals?: true
}

export const failureReasons = {
  submission_rejected: { phrase: 'The download client rejected the release' },
  submission_outcome_unknown: { phrase: 'The download client did not confirm the release' },
  route_not_restart_safe: {
    phrase: 'Panelkeep stopped while sending it to the download client, which cannot tell whether it was added',
  },
  reserved_without_persisted_acceptance: { phrase: 'Panelkeep stopped before sending it to the download client' },
  route_acceptance_missing_identity: { phrase: 'The download client accepted it without returning an id' },
  download_failed_no_auto_handling: { phrase: 'The download failed, and automatic retry is off' },
  download_failed_researching: {
    phrase: 'The download failed, and another release is being searched for',
    heals: true,
  },
  download_gone: { phrase: 'The download is missing from its client and is being searched for again', heals: true },
  ddl_stalled: { phrase: 'The download stalled, and another release is being searched for', heals: true },
  torrent_hash_not_in_client: {
    phrase: 'The torrent is missing from its client and is being searched for again',
    heals: true,
  },
  ddl_download_or_artifact_validation_failed: {
    phrase: 'The downloaded file was damaged, and another release is being searched for',
    heals: true,
  },
  sab_completed_file_not_found: { phrase: 'The completed download is not where its client says' },
  path_not_readable: { phrase: 'The folder of the completed download cannot be read' },
  downloaded_invalid_artifact_command: { phrase: 'The completed download contains no comic' },
  postprocess_error: { phrase: 'The download completed, but could not be imported' },
  recovered_postprocess_error: { phrase: 'The download could not be imported after a restart' },
  done_signal_without_library_placement: { phrase: 'The download completed, but contains nothing that is wanted' },
  no_match_in_library: { phrase: 'No matching issue in the library' },
  holds_something_else: { phrase: 'The downloaded file is not the wanted issue' },
  not_an_upgrade: { phrase: 'The library already has a better file' },
  search_exhausted: { phrase: 'All releases failed' },
  handed_over_before_move: { phrase: 'The program that you moved from had already sent it to a download client' },
  recovery_attempts_exhausted: { phrase: 'It was retried after restarts and did not finish' },
} as const satisfies Record<string, Reason>

export type FailureReason = keyof typeof failureReasons

/** The sentence for a stored reason; an unknown one is shown unchanged. */
export function failurePhrase(base: string): string {
  return (failureReasons as Record<string, Reason>)[base]?.phrase ?? base.replaceAll('_', ' ')
}

/** The token of a stored reason. */
export const reasonToken = (reason: string): string => reason.split(':')[0]!.trim()

/** The sentence of a stored reason; undefined when it has none. */
export const reasonDetail = (reason: string): string | undefined => /^[^:]*:\s*(.+)$/s.exec(reason)?.[1]

/** Reasons that need no notice. */
export const healingReasons = Object.entries(failureReasons as Record<string, Reason>).flatMap(([code, { heals }]) =>
  heals ? [code] : [],
)
