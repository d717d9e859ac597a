import type { Config } from '../../../api/contract'
import { plainSettings } from '../../../forms/plain-setting'
import type { Save } from '../../../forms/saving'
import type { Section } from '../../../forms/setting'
import { ownTorrents } from './own-torrents'

const FOLDER_WORDS = 'blackhole watch folder download client grab path directory nzb torrent magnet'

/** What Panelkeep does by itself where no client is set up, or none is needed. */
export function withoutClientSection(config: Config, save: Save): Section {
  const { turn, text, folder } = plainSettings(config, save)
  const direct = config.enable_ddl === true
  return {
    key: 'without-client',
    title: 'Without a client',
    settings: [
      turn({
        key: 'enable_embedded_torrents',
        label: 'Fetch torrents itself',
        about: 'Panelkeep fetches torrents and magnet links, as long as no torrent client is set up.',
        usual: 'on',
        words: 'embedded built-in torrent magnet fallback',
        saved: 'Fetching torrents itself',
      }),
      ...(config.enable_embedded_torrents === true ? ownTorrents(config, save) : []),
      turn({
        key: 'enable_ddl',
        label: 'Download files itself',
        about: 'Files that lie at a plain address, such as those of the Internet Archive. Needs no client.',
        usual: 'on',
        words: 'ddl direct download http fallback',
        saved: 'Downloading files itself',
      }),
      turn({
        key: 'enable_archive',
        label: 'Search the Internet Archive',
        about: `Looks there for comics in the public domain or freely licensed, after all indexers have been asked.${direct ? '' : ' What it finds needs Download files itself.'}`,
        usual: 'on',
        words: 'archive.org public domain direct download',
        saved: 'Searching the Internet Archive',
      }),
      folder(
        {
          key: 'ddl_location',
          label: 'Where its own downloads go',
          about: 'Torrents and files that Panelkeep fetches itself, until they come into the library.',
          usual: 'the folder downloads among its own data',
          words: 'ddl direct download torrent folder path directory cache',
        },
        { none: 'Use the usual folder', choose: 'Choose another folder' },
      ),
      ...(direct
        ? [
            text({
              key: 'ddl_allowed_hosts',
              label: 'Hosts in your own network',
              about:
                'Files are downloaded from public addresses only, and from these hosts, such as nas.local, 192.168.1.5.',
              usual: 'none',
              words: 'ddl direct download private address allow host',
            }),
          ]
        : []),
      folder(
        {
          key: 'blackhole_dir',
          label: 'Folder for NZB files',
          about:
            'What is taken from usenet indexers is put here when no client takes it, for a program that watches it.',
          usual: 'none',
          words: FOLDER_WORDS,
        },
        { none: 'Have no folder for NZB files', choose: 'Choose a folder for NZB files' },
      ),
      folder(
        {
          key: 'local_watchdir',
          label: 'Folder for torrents',
          about:
            'Torrent files and magnet links are put here when no client takes them, for a program that watches it.',
          usual: 'none',
          words: FOLDER_WORDS,
        },
        { none: 'Have no folder for torrents', choose: 'Choose a folder for torrents' },
      ),
    ],
  }
}
