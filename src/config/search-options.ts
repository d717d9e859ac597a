import type { Option } from './options'

const LANGUAGES = /^ *[a-z]{2,3} *(?:, *[a-z]{2,3} *)*$/

const minutes = (standard: number, about: string) =>
  ({ section: 'Scheduler', type: 'integer', default: standard, least: -1, most: 525_600, about }) as const

const megabytes = (about: string) =>
  ({ section: 'SearchQuality', type: 'integer', default: 0, least: 0, most: 1_000_000, about }) as const

const onOff = (section: string, standard: boolean, about: string) =>
  ({ section, type: 'switch', default: standard, about }) as const

/** Settings of searching indexers, and of where a release is handed over. The indexers themselves are rows. */
export const searchOptions = {
  newznab: onOff('Newznab', true, 'Asks your newznab indexers, which list usenet.'),
  enable_torznab: onOff('Torznab', true, 'Asks your torznab indexers, which list torrents.'),
  blackhole_dir: {
    section: 'Blackhole',
    type: 'folder',
    default: '',
    about: 'Folder where NZB files are put for your usenet client to pick up.',
  },
  local_watchdir: {
    section: 'Watchdir',
    type: 'folder',
    default: '',
    about: 'Folder where torrent files and magnet links are put for your torrent client to pick up.',
  },
  preferred_quality: {
    section: 'SearchQuality',
    type: 'integer',
    default: 0,
    least: 0,
    most: 2,
    about: 'Format to prefer between releases that are equally good: 0 any, 1 CBR, 2 CBZ.',
  },
  use_minsize: onOff('SearchQuality', false, 'Refuses releases smaller than minsize.'),
  minsize: megabytes('Megabytes that a release has at least, when use_minsize is on.'),
  use_maxsize: onOff('SearchQuality', false, 'Refuses releases larger than maxsize.'),
  maxsize: megabytes('Megabytes that a release of one issue has at most, when use_maxsize is on.'),
  ignore_search_words: {
    section: 'SearchQuality',
    type: 'text',
    default: '',
    about: 'Words, separated by commas, that refuse a release whose name has one of them.',
  },
  search_languages: {
    section: 'SearchQuality',
    type: 'text',
    default: 'en',
    pattern: LANGUAGES,
    expects: 'languages such as en, fr',
    about: 'Languages of releases to take; one that names no language counts as one of them.',
  },
  ignore_covers: onOff('SearchQuality', true, 'Refuses releases that hold only covers.'),
  usenet_retention: {
    section: 'SearchQuality',
    type: 'integer',
    default: 3500,
    least: 0,
    most: 20_000,
    about: 'Days that your usenet provider keeps what is posted; older releases are refused. 0 takes any age.',
  },
  minseeds: {
    section: 'SearchQuality',
    type: 'integer',
    default: 0,
    least: 0,
    most: 10_000,
    about: 'Seeders that a torrent has at least.',
  },
  searching_paused: onOff('Scheduler', false, 'Searches and grabs nothing by itself until you switch it off again.'),
  search_interval: minutes(
    1440,
    'Minutes between two searches for what you want; 0 or less searches only when you ask.',
  ),
  search_delay: {
    section: 'Scheduler',
    type: 'integer',
    default: 1,
    least: 0,
    most: 60,
    about: 'Minutes between two issues that are searched for by themselves.',
  },
  enable_rss: onOff('Scheduler', true, 'Looks through the newest releases of your indexers for what you want.'),
  rss_checkinterval: minutes(
    20,
    'Minutes between two looks at the newest releases; 0 or less looks only when you ask.',
  ),
  blocklist_timer: {
    section: 'Scheduler',
    type: 'integer',
    default: 3600,
    least: 60,
    most: 604_800,
    about: 'Seconds that an indexer is left alone when it has answered enough and does not say for how long.',
  },
} as const satisfies Record<string, Option>
