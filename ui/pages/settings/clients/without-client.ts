import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'

/** The built-in downloaders, and watched folders for programs without an API. */
export function withoutClientSection({ rows, reveals }: OptionForm): Section {
  return {
    key: 'downloads-without-a-client',
    title: 'Downloads without a client',
    settings: [
      ...rows('enable_embedded_torrents'),
      ...(reveals('enable_embedded_torrents')
        ? rows(
            'embedded_torrents_at_once',
            'embedded_seed_ratio',
            'embedded_download_limit',
            'embedded_upload_limit',
            'embedded_dht',
            'embedded_pex',
            'embedded_lsd',
            'embedded_port_mapping',
          )
        : []),
      ...rows('enable_ddl', 'enable_archive', 'archive_url', 'ddl_location'),
      ...(reveals('enable_ddl')
        ? rows('ddl_allowed_hosts', 'ddl_autoresume', 'ddl_query_delay', 'ddl_stuck_threshold')
        : []),
      ...rows('blackhole_dir', 'local_watchdir'),
    ],
  }
}
