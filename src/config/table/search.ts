import { folder, graded, type OptionTable, onOff, text, whole, YEAR_OF_MINUTES } from '../option'

const minutes = (standard: number, label: string, about: string) =>
  whole('Scheduler', [standard, -1, YEAR_OF_MINUTES], 'minutes', label, about)

const megabytes = (label: string, about: string) => whole('SearchQuality', [0, 0, 1_000_000], 'MB', label, about)

/** Settings of searching indexers, and of where a release is handed over. The indexers themselves are rows. */
export const searchOptions = {
  newznab: onOff('Newznab', true, 'Ask usenet indexers', 'Asks your newznab indexers, which list usenet.'),
  enable_torznab: onOff('Torznab', true, 'Ask torrent indexers', 'Asks your torznab indexers, which list torrents.'),
  blackhole_dir: folder(
    'Blackhole',
    'Folder for NZB files',
    'Folder where NZB files are put for your usenet client to pick up.',
  ),
  local_watchdir: folder(
    'Watchdir',
    'Folder for torrents',
    'Folder where torrent files and magnet links are put for your torrent client to pick up.',
  ),
  preferred_quality: graded(
    'SearchQuality',
    0,
    ['any', 'cbr', 'cbz'],
    'Format to prefer',
    'Format to prefer between releases that are equally good: 0 any, 1 CBR, 2 CBZ.',
  ),
  use_minsize: onOff('SearchQuality', false, 'Refuse small releases', 'Refuses releases smaller than minsize.'),
  minsize: megabytes('Smallest release', 'Megabytes that a release has at least, when use_minsize is on.'),
  use_maxsize: onOff('SearchQuality', false, 'Refuse large releases', 'Refuses releases larger than maxsize.'),
  maxsize: megabytes(
    'Largest release of one issue',
    'Megabytes that a release of one issue has at most, when use_maxsize is on.',
  ),
  ignore_search_words: text(
    'SearchQuality',
    '',
    'Words to refuse',
    'Words, separated by commas, that refuse a release whose name has one of them.',
  ),
  search_languages: text(
    'SearchQuality',
    'en',
    'Languages of releases',
    'Languages of releases to take; one that names no language counts as one of them.',
    { pattern: /^ *[a-z]{2,3} *(?:, *[a-z]{2,3} *)*$/, expects: 'languages such as en, fr' },
  ),
  ignore_covers: onOff('SearchQuality', true, 'Refuse covers alone', 'Refuses releases that hold only covers.'),
  usenet_retention: whole(
    'SearchQuality',
    [3500, 0, 20_000],
    'days',
    'How long your usenet provider keeps posts',
    'Days that your usenet provider keeps what is posted; older releases are refused. 0 takes any age.',
  ),
  minseeds: whole('SearchQuality', [0, 0, 10_000], '', 'Fewest seeders', 'Seeders that a torrent has at least.'),
  searching_paused: onOff(
    'Scheduler',
    false,
    'Pause searching',
    'Searches and grabs nothing by itself until you switch it off again.',
  ),
  search_interval: minutes(
    1440,
    'Search for what is wanted',
    'Minutes between two searches for what you want; 0 or less searches only when you ask.',
  ),
  search_delay: whole(
    'Scheduler',
    [1, 0, 60],
    'minutes',
    'Pause between two issues',
    'Minutes between two issues that are searched for by themselves.',
  ),
  enable_rss: onOff(
    'Scheduler',
    true,
    'Look through new releases',
    'Looks through the newest releases of your indexers for what you want.',
  ),
  rss_checkinterval: minutes(
    20,
    'How often new releases are looked through',
    'Minutes between two looks at the newest releases; 0 or less looks only when you ask.',
  ),
  blocklist_timer: whole(
    'Scheduler',
    [3600, 60, 604_800],
    'seconds',
    'Rest of an indexer that has answered enough',
    'Seconds that an indexer is left alone when it has answered enough and does not say for how long.',
  ),
} as const satisfies OptionTable
