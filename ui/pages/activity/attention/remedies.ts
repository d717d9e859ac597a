import type { AttentionAction } from './sections'

/** For each problem: what Panelkeep tried, what the user can do, and the main action. */
export type Remedy = { tried: string; help?: Help; first?: AttentionAction }
type Help = { text: string; href: string; label: string; ownerOnly?: true }

const CLIENTS = { href: '/settings#clients', label: 'Download clients', ownerOnly: true } as const
const NOT_TWICE = 'Not sent again, so that it is not downloaded twice.'

const REMEDIES: Record<string, Remedy> = {
  submission_rejected: {
    tried: 'The release was sent to each client of its kind.',
    help: { ...CLIENTS, text: 'Test the client, then search again.' },
  },
  submission_outcome_unknown: { tried: NOT_TWICE, help: { ...CLIENTS, text: 'Check the download client.' } },
  route_not_restart_safe: { tried: NOT_TWICE, help: { ...CLIENTS, text: 'Check the download client.' } },
  route_acceptance_missing_identity: { tried: NOT_TWICE, help: { ...CLIENTS, text: 'Check the download client.' } },
  reserved_without_persisted_acceptance: { tried: 'The download client does not have it.' },
  download_failed_no_auto_handling: {
    tried: 'No other release was searched for.',
    help: {
      text: 'Panelkeep can search for another release automatically.',
      href: '/settings#completed-downloads',
      label: 'Settings, Completed downloads',
      ownerOnly: true,
    },
  },
  search_exhausted: {
    tried: 'Several releases were tried. Each that failed was blocked.',
    help: { text: 'Check the blocked releases.', href: '/activity/history/blocked', label: 'Blocked releases' },
  },
  sab_completed_file_not_found: {
    tried: 'The folder reported by the client was checked for ten minutes.',
    help: { ...CLIENTS, text: "Map the client's folder to its path on this machine." },
    first: 'import',
  },
  path_not_readable: {
    tried: 'The folder was checked for ten minutes.',
    help: { ...CLIENTS, text: "Map the client's folder to its path on this machine, then import it." },
    first: 'import',
  },
  downloaded_invalid_artifact_command: { tried: 'Each downloaded file was opened.' },
  postprocess_error: {
    tried: "The download is still in its client's folder.",
    first: 'import',
  },
  recovered_postprocess_error: {
    tried: 'The import resumed after the restart. The download is not lost.',
    first: 'import',
  },
  done_signal_without_library_placement: { tried: 'Each downloaded file was compared with your wanted issues.' },
  no_match_in_library: {
    tried: 'Its name, metadata and release were compared with your library.',
    help: { text: 'Add the series that it belongs to, then import it.', href: '/search', label: 'Add a series' },
    first: 'import',
  },
  holds_something_else: {
    tried: 'Its name and metadata were compared with what was wanted. Import uses the file as that anyway.',
  },
  not_an_upgrade: { tried: 'Both files were compared. Your file stays.', first: 'stop' },
  recovery_attempts_exhausted: { tried: 'The import resumed after three restarts.' },
}

/** For an unknown reason no advice is given. */
export const remedyOf = (reason: string): Remedy => REMEDIES[reason] ?? { tried: '' }
