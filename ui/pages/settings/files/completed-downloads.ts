import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'

/** Settings for completed and failed downloads. */
export function completedDownloadsSection({ rows, reveals }: OptionForm): Section {
  return {
    key: 'completed-downloads',
    title: 'Completed downloads',
    settings: [
      ...rows(
        'post_processing',
        'rename_arrivals',
        'dupeconstraint',
        'upgrade_by_score',
        'file_opts',
        'enable_check_folder',
      ),
      ...(reveals('enable_check_folder') ? rows('check_folder', 'download_scan_interval') : []),
      ...rows('failed_download_handling', 'failed_auto', 'torrent_stalled_hours', 'enforce_perms'),
      ...(reveals('enforce_perms') ? rows('chmod_file', 'chmod_dir') : []),
    ],
  }
}
