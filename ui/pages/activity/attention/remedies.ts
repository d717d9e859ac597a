import type { Verb } from './sections'

/** What Panelkeep has tried, what else helps, and which action comes first. */
export type Remedy = { tried: string; help?: { text: string; href: string; label: string }; first?: Verb }

const CLIENTS = { href: '/settings#clients', label: 'Download clients' }
const NOT_TWICE = 'Panelkeep does not hand it over a second time, so that it does not come twice.'

const REMEDIES: Record<string, Remedy> = {
  submission_rejected: {
    tried: 'The release was offered to each client that takes its kind.',
    help: { ...CLIENTS, text: 'Test the client, then search again.' },
  },
  submission_outcome_unknown: { tried: NOT_TWICE, help: { ...CLIENTS, text: 'Check the download client.' } },
  route_not_restart_safe: { tried: NOT_TWICE, help: { ...CLIENTS, text: 'Check the download client.' } },
  route_acceptance_missing_identity: { tried: NOT_TWICE, help: { ...CLIENTS, text: 'Check the download client.' } },
  reserved_without_persisted_acceptance: { tried: 'Its client was asked, and has nothing of it.' },
  download_failed_no_auto_handling: {
    tried: 'Nothing more: Panelkeep was told to leave failed downloads to you.',
    help: {
      text: 'Panelkeep can search for another release automatically.',
      href: '/settings#completed-downloads',
      label: 'Settings, Completed downloads',
    },
  },
  search_exhausted: {
    tried: 'One release after the other was taken, and each that failed was blocked.',
    help: { text: 'Look at what is blocked.', href: '/activity/blocklist', label: 'Blocked releases' },
  },
  sab_completed_file_not_found: {
    tried: 'The place that the client names was looked at for ten minutes.',
    help: { ...CLIENTS, text: 'Say how the folders of the client are called on this machine.' },
    first: 'import',
  },
  path_not_readable: {
    tried: 'The folder was looked at for ten minutes.',
    help: { ...CLIENTS, text: 'Say how the folders of the client are called on this machine, then import it.' },
    first: 'import',
  },
  downloaded_invalid_artifact_command: { tried: 'Each file that came was opened.' },
  postprocess_error: {
    tried: 'What was downloaded lies where its client put it; nothing of it is lost.',
    first: 'import',
  },
  recovered_postprocess_error: {
    tried: 'It was taken up again after the restart. What was downloaded is not lost.',
    first: 'import',
  },
  done_signal_without_library_placement: { tried: 'Each file that came was compared with what you want.' },
  no_match_in_library: {
    tried: 'Its name, its tags and its release were compared with your library.',
    first: 'import',
  },
  not_an_upgrade: { tried: 'Both files were compared; the one you have stays in its place.', first: 'stop' },
  recovery_attempts_exhausted: { tried: 'It was taken up again after each restart, three times.' },
}

/** For an unknown reason no advice is given. */
export const remedyOf = (reason: string): Remedy => REMEDIES[reason] ?? { tried: '' }
