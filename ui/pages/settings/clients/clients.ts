import './clients.css'
import { type Loading, loaded } from '../../../forms/loaded'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { ClientList } from './client-list'
import { KIND, type Lists, type Protocol, takersOf } from './client-words'

/** The programs that fetch releases, and who gets what as things are set now. */
export function clientsSection(lists: Loading<Lists>): Section {
  return {
    key: 'clients',
    title: 'Download clients',
    settings: [
      {
        key: 'download_clients',
        label: 'Your download clients',
        about: 'Programs that fetch what is taken from indexers. Panelkeep follows each download into your library.',
        standard: 'none',
        terms:
          'sabnzbd nzbget qbittorrent transmission deluge rtorrent aria2 blackhole watched folder usenet torrent seed seeding ratio path mapping category label',
        wide: true,
        control: loaded(lists, 'The download clients', (data) => html`<${ClientList} lists=${data} />`),
      },
      {
        key: 'takers',
        label: 'Who gets what',
        about: 'As things are set now.',
        terms: 'usenet torrent direct download fallback',
        wide: true,
        control: loaded(lists, 'Who gets what', (data) => html`<${Takers} lists=${data} />`),
      },
    ],
  }
}

const NOBODY: Record<Protocol, string> = {
  usenet: 'Usenet releases cannot be taken until there is a client or a folder for them.',
  torrent: 'Torrents cannot be taken until there is a client or a folder for them, or Panelkeep may fetch them itself.',
  ddl: 'Files at plain addresses are not downloaded.',
}

function Takers({ lists }: { lists: Lists }) {
  return html`
    <dl class="takers">
      ${(['usenet', 'torrent', 'ddl'] as const).map((protocol) => {
        const takers = takersOf(lists, protocol)
        const says = takers.length === 1 && takers[0]?.detail
        return html`
          <div key=${protocol}>
            <dt>${KIND[protocol]}</dt>
            <dd>
              <b>${takers.map(({ name }) => name).join(', then ') || 'Nobody'}</b>
              ${(says || takers.length === 0) && html`<small>${says || NOBODY[protocol]}</small>`}
            </dd>
          </div>
        `
      })}
    </dl>
  `
}
