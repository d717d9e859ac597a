import type { Config } from '../../../api/contract'
import { plainSettings } from '../../../forms/plain-setting'
import type { Save } from '../../../forms/saving'
import type { Setting } from '../../../forms/setting'

const SPEED = { unit: 'KB/s', max: 10_000_000 }
const SPEED_WORDS = 'speed limit bandwidth slow throttle embedded torrent'
const PEER_WORDS = 'peers swarm privacy network embedded torrent'

/** How Panelkeep goes about torrents that it fetches itself. */
export function ownTorrents(config: Config, save: Save): Setting[] {
  const { turn, number } = plainSettings(config, save)
  return [
    number(
      {
        key: 'embedded_torrents_at_once',
        label: 'Torrents at once',
        about: 'The others wait in their order. One that nobody has keeps no other waiting.',
        usual: '3',
        words: 'queue parallel concurrent limit embedded torrent',
      },
      { unit: 'torrents', min: 1, max: 100 },
    ),
    number(
      {
        key: 'embedded_seed_ratio',
        label: 'How much it seeds',
        about: 'Of the size of a torrent that Panelkeep fetched itself. It stops after a day in any case.',
        usual: '100 %',
        words: 'seed ratio upload embedded torrent',
        saved: 'How much is seeded',
      },
      { unit: '%', max: 10_000 },
    ),
    number(
      {
        key: 'embedded_download_limit',
        label: 'Fastest download',
        about: 'Of all its torrents together. 0 sets no limit.',
        usual: 'no limit',
        words: SPEED_WORDS,
      },
      SPEED,
    ),
    number(
      {
        key: 'embedded_upload_limit',
        label: 'Fastest upload',
        about: 'Of all its torrents together. 0 sets no limit.',
        usual: 'no limit',
        words: SPEED_WORDS,
      },
      SPEED,
    ),
    turn({
      key: 'embedded_dht',
      label: 'Find others without a tracker',
      about: 'Asks everybody on the internet who has a torrent (DHT). Private torrents are left out.',
      usual: 'on',
      words: `dht distributed hash table magnet ${PEER_WORDS}`,
      saved: 'Finding others without a tracker',
    }),
    turn({
      key: 'embedded_pex',
      label: 'Exchange addresses with others',
      about: 'Those who have a torrent say who else has it (peer exchange). Private torrents are left out.',
      usual: 'on',
      words: `pex peer exchange ${PEER_WORDS}`,
      saved: 'Exchanging addresses',
    }),
    turn({
      key: 'embedded_lsd',
      label: 'Look in your own network',
      about: 'Asks the computers at home whether they have a torrent (local discovery).',
      usual: 'off',
      words: `lsd local service discovery lan ${PEER_WORDS}`,
      saved: 'Looking in your own network',
    }),
    turn({
      key: 'embedded_port_mapping',
      label: 'Ask the router to let others in',
      about: 'Others can then reach Panelkeep’s torrents, and more of them send (UPnP, NAT-PMP).',
      usual: 'on',
      words: `upnp nat-pmp port forwarding router firewall ${PEER_WORDS}`,
      saved: 'Asking the router',
    }),
  ]
}
