import type { Option } from './options'

const onOff = (section: string, standard: boolean, about: string) =>
  ({ section, type: 'switch', default: standard, about }) as const

const number = (section: string, standard: number, [least, most]: readonly [number, number], about: string) =>
  ({ section, type: 'integer', default: standard, least, most, about }) as const

const folder = (section: string, about: string) => ({ section, type: 'folder', default: '', about }) as const

const ADDRESS = {
  type: 'text',
  default: '',
  pattern: /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~%-]*)*$/,
  expects: 'a whole address such as http://127.0.0.1:25600',
} as const

/** Settings of what becomes of a release once it was grabbed. The download clients themselves are rows. */
export const downloadOptions = {
  enable_archive: onOff(
    'DDL',
    true,
    'Searches the Internet Archive for public-domain and freely licensed comics you want.',
  ),
  archive_url: {
    section: 'DDL',
    type: 'text',
    default: 'https://archive.org',
    pattern: /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~%-]*)*$/,
    expects: 'a whole address such as https://archive.org',
    about: 'Address of the Internet Archive, for a mirror or a proxy.',
  },
  enable_ddl: onOff('DDL', true, 'Downloads files that lie at a plain address by itself.'),
  ddl_location: folder('DDL', 'Folder for what Panelkeep downloads by itself; empty for downloads in its data folder.'),
  ddl_autoresume: onOff('DDL', true, 'Goes on with direct downloads that a restart cut off.'),
  ddl_query_delay: number('DDL', 15, [0, 3600], 'Seconds between two direct downloads from one host.'),
  ddl_stuck_threshold: number(
    'DDL',
    30,
    [1, 10_080],
    'Minutes without a byte after which a direct download tries its next address.',
  ),
  ddl_allowed_hosts: {
    section: 'DDL',
    type: 'text',
    default: '',
    pattern: /^[\w.:, -]*$/,
    expects: 'hosts such as nas.local, 192.168.1.5',
    about: 'Hosts on private addresses that direct downloads may ask, separated by commas.',
  },
  enable_embedded_torrents: onOff('Torrents', true, 'Fetches torrents by itself when no torrent client is set up.'),
  embedded_seed_ratio: number(
    'Torrents',
    100,
    [0, 10_000],
    'Percent of its size that a torrent fetched by Panelkeep uploads before it stops.',
  ),
  embedded_torrents_at_once: number(
    'Torrents',
    3,
    [1, 100],
    'Torrents that Panelkeep fetches at the same time; the others wait in their order.',
  ),
  embedded_download_limit: number(
    'Torrents',
    0,
    [0, 10_000_000],
    'Kilobytes a second that torrents fetched by Panelkeep take together; 0 sets no limit.',
  ),
  embedded_upload_limit: number(
    'Torrents',
    0,
    [0, 10_000_000],
    'Kilobytes a second that torrents fetched by Panelkeep give together; 0 sets no limit.',
  ),
  embedded_dht: onOff(
    'Torrents',
    true,
    'Finds others who have a torrent without its tracker (DHT), unless it is private.',
  ),
  embedded_pex: onOff(
    'Torrents',
    true,
    'Lets those who have a torrent tell of others (peer exchange), unless it is private.',
  ),
  embedded_lsd: onOff('Torrents', false, 'Looks for others who have a torrent in your own network (local discovery).'),
  embedded_port_mapping: onOff('Torrents', true, 'Asks your router to let others reach its torrents (UPnP, NAT-PMP).'),
  download_scan_interval: number(
    'Scheduler',
    5,
    [-1, 10_080],
    'Minutes between two looks into the folder of finished downloads; 0 or less never looks.',
  ),
  torrent_stalled_hours: number(
    'Torrents',
    24,
    [0, 720],
    'Hours without a byte after which another release is looked for; 0 waits for ever.',
  ),
  failed_download_handling: onOff(
    'FailedDownloads',
    true,
    'Blocks a release that failed, so that it is not taken again.',
  ),
  failed_auto: onOff('FailedDownloads', true, 'Looks for another release when one failed.'),
  post_processing: onOff('PostProcess', true, 'Puts finished downloads into the library.'),
  file_opts: {
    section: 'PostProcess',
    type: 'choice',
    default: 'move',
    choices: ['move', 'copy', 'hardlink', 'softlink'],
    about: 'How files come into the library from a folder that no download client stands for.',
  },
  enable_check_folder: onOff('PostProcess', false, 'Takes what somebody lays into check_folder into the library.'),
  check_folder: folder('PostProcess', 'Folder of finished downloads that no download client tells of.'),
  rename_arrivals: onOff('PostProcess', true, 'Calls downloads as file_format says.'),
  dupeconstraint: {
    section: 'Duplicates',
    type: 'choice',
    default: 'filesize',
    choices: ['filesize', 'filetype-cbz', 'filetype-cbr'],
    about: 'Which of two files of one issue stays: the larger one, or the one that is a CBZ or a CBR.',
  },
  enforce_perms: onOff('PostProcess', false, 'Sets chmod_file and chmod_dir on what comes into the library.'),
  chmod_file: {
    section: 'PostProcess',
    type: 'text',
    default: '0660',
    pattern: /^0?[0-7]{3}$/,
    expects: 'permissions such as 0660',
    about: 'Permissions of new files.',
  },
  chmod_dir: {
    section: 'PostProcess',
    type: 'text',
    default: '0777',
    pattern: /^0?[0-7]{3}$/,
    expects: 'permissions such as 0777',
    about: 'Permissions of new folders.',
  },
  komga_url: { section: 'Hooks', ...ADDRESS, about: 'Address of a Komga that is told to look for new files.' },
  komga_apikey: { section: 'Hooks', type: 'secret', default: '', about: 'Key of that Komga.' },
  komga_library: {
    section: 'Hooks',
    type: 'text',
    default: '',
    about: 'Id of the Komga library to scan; empty for all of them.',
  },
  kavita_url: { section: 'Hooks', ...ADDRESS, about: 'Address of a Kavita that is told which folder has new files.' },
  kavita_apikey: { section: 'Hooks', type: 'secret', default: '', about: 'Key of that Kavita.' },
  kavita_folder: {
    section: 'Hooks',
    type: 'text',
    default: '',
    about: 'What Kavita calls your library folder, when it sees it at another path.',
  },
  webhook_url: {
    section: 'Hooks',
    // Whoever knows it can write there.
    type: 'secret',
    default: '',
    about: 'Address that is sent a JSON message when files arrived.',
  },
  enable_extra_scripts: onOff('Hooks', false, 'Runs extra_scripts when files arrived.'),
  extra_scripts: {
    section: 'Hooks',
    type: 'text',
    default: '',
    fileOnly: true,
    about:
      'Program to run when files arrived: its whole path, or a JSON list of path and arguments; only config.ini can set it.',
  },
} as const satisfies Record<string, Option>
