import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'

/** The built-in downloaders, and watched folders for programs without an API. */
export function withoutClientSection({ rows, isOn }: OptionForm): Section {
  return {
    key: 'downloads-without-a-client',
    title: 'Downloads without a client',
    settings: [
      ...rows('enable_embedded_torrents'),
      ...(isOn('enable_embedded_torrents')
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
      ...rows('enable_ddl', 'enable_archive', 'ddl_location'),
      ...(isOn('enable_ddl') ? rows('ddl_allowed_hosts') : []),
      ...rows('blackhole_dir', 'local_watchdir'),
    ],
  }
}
