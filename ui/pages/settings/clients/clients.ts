import './clients.css'
import { drawLoaded, type LoadState } from '../../../forms/load-state'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { ClientList } from './client-list'
import { PROTOCOL_NAMES, type Protocol, protocolClients, type WireClients } from './client-words'

const NAMES = 'sabnzbd nzbget qbittorrent transmission deluge rtorrent aria2'

/** The download clients, and the order in which they get releases. */
export function clientsSection(lists: LoadState<WireClients>): Section {
  return {
    key: 'clients',
    title: 'Download clients',
    settings: [
      {
        key: 'download_clients',
        label: 'Your download clients',
        about: 'Programs that download releases. Panelkeep adds completed downloads to your library.',
        terms: `${NAMES} blackhole watched folder usenet torrent seed seeding ratio path mapping category label ${namesOf(lists.data)}`,
        wide: true,
        control: drawLoaded(lists, 'The download clients', (data) => html`<${ClientList} lists=${data} />`),
      },
      {
        key: 'takers',
        label: 'Where releases go',
        about: 'The client that each kind of release goes to with the current settings.',
        terms: 'usenet torrent direct download fallback',
        wide: true,
        control: drawLoaded(lists, 'The download clients', (data) => html`<${Takers} lists=${data} />`),
      },
    ],
  }
}

const namesOf = (lists: WireClients | undefined): string => (lists?.clients ?? []).map(({ name }) => name).join(' ')

const NO_CLIENT: Record<Protocol, string> = {
  usenet: 'Add a usenet client or an NZB blackhole folder to download usenet releases.',
  torrent: 'Add a torrent client or a torrent blackhole folder, or use the built-in torrent client.',
  ddl: 'Direct downloads are off.',
}

function Takers({ lists }: { lists: WireClients }) {
  return html`
    <dl class="takers">
      ${(['usenet', 'torrent', 'ddl'] as const).map((protocol) => {
        const takers = protocolClients(lists, protocol)
        const says = takers.length === 1 && takers[0]?.detail
        return html`
          <div key=${protocol}>
            <dt>${PROTOCOL_NAMES[protocol]}</dt>
            <dd>
              <b>${takers.map(({ name }) => name).join(', then ') || 'No client'}</b>
              ${(says || takers.length === 0) && html`<small>${says || NO_CLIENT[protocol]}</small>`}
            </dd>
          </div>
        `
      })}
    </dl>
  `
}
