import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'

/** Settings for completed and failed downloads. */
export function completedDownloadsSection({ rows, isOn }: OptionForm): Section {
  return {
    key: 'completed-downloads',
    title: 'Completed downloads',
    settings: [
      ...rows('post_processing', 'rename_arrivals', 'dupeconstraint', 'file_opts', 'enable_check_folder'),
      ...(isOn('enable_check_folder') ? rows('check_folder', 'download_scan_interval') : []),
      ...rows('failed_download_handling', 'failed_auto', 'torrent_stalled_hours', 'enforce_perms'),
      ...(isOn('enforce_perms') ? rows('chmod_file', 'chmod_dir') : []),
    ],
  }
}
