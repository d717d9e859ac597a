import { html } from '../../../html'
import { Mark } from '../../../parts/status/mark'
import { countWords } from '../../../parts/text/format'
import { withSettingsLinks } from '../../../parts/text/settings-links'
import { TimeText } from '../../../parts/text/when'
import { ROUTES, routeLook, type SearchHealth } from './gate-words'

type Route = SearchHealth['routes']['nzb']

/** Whether releases can be found and downloaded, for each kind of source. */
export function RouteList({ health }: { health: SearchHealth }) {
  const { search } = health.workers
  return html`
    <section class="system-section" aria-labelledby="routes-title">
      <h2 id="routes-title">Sources</h2>
      <ul class="routes">
        ${ROUTES.map(([name, label]) => html`<${RouteLine} key=${name} label=${label} route=${health.routes[name]} />`)}
      </ul>
      ${
        !search.healthy &&
        html`<p class="system-wrong">${search.live ? `The last search failed. ${search.last_error ?? ''}` : 'The scheduler stopped responding. Restart Panelkeep in System, About.'}</p>`
      }
    </section>
  `
}

function RouteLine({ label, route }: { label: string; route: Route }) {
  const { mark, word, text } = routeLook(route)
  const { executable_provider_count: usable, configured_provider_count: all, last_success, downstream } = route
  const failed = route.reason !== 'disabled' && route.last_error
  return html`
    <li class="system-row route">
      <div>
        <p class="system-name">${label}</p>
        ${text && html`<p class="system-quiet">${withSettingsLinks(text)}</p>`}
        ${route.blocked_until && html`<p class="system-quiet">Next try <${TimeText} at=${route.blocked_until} />.</p>`}
        ${failed && html`<p class="system-wrong">${failed}</p>`}
      </div>
      <p class="system-how">
        <${Mark} state=${mark} word=${word} />
        <small>
          ${all > 0 && route.enabled && html`${usable} of ${countWords(all, 'indexer')}${downstream && `, ${CLIENTS[downstream] ?? downstream}`}${last_success && html`, searched <${TimeText} at=${last_success} />`}`}
        </small>
      </p>
    </li>
  `
}

/** Names of clients whose type is not a name. */
const CLIENTS: Record<string, string> = {
  sabnzbd: 'SABnzbd',
  nzbget: 'NZBGet',
  qbittorrent: 'qBittorrent',
  transmission: 'Transmission',
  deluge: 'Deluge',
  rtorrent: 'rTorrent',
  aria2: 'aria2',
  blackhole: 'blackhole folder',
  ddl: 'Panelkeep',
  embedded: 'Panelkeep',
}
