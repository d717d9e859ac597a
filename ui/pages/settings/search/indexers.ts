import './indexers.css'
import type { OptionName } from '../../../api/contract'
import type { OptionForm } from '../../../forms/option-form'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { Switch } from '../../../parts/controls/field'
import { Icon } from '../../../parts/icons/icon'
import { showToast } from '../../../state/toasts'
import { type WireClients as Clients, protocolClients } from '../clients/client-words'
import { IndexerList } from './indexer-list'
import { switchType } from './indexer-save'
import { INDEXER_KINDS, type IndexerType, TYPES, type WireIndexers } from './indexer-words'

type SetUp = { lists: WireIndexers | undefined; clients: Clients | undefined }

/** The indexers and their search settings. Both lists are undefined while loading. */
export function indexersSection(form: OptionForm, { lists, clients }: SetUp): Section {
  return {
    key: 'indexers',
    title: 'Indexers',
    settings: [
      {
        key: 'providers',
        label: 'Your indexers',
        about: 'Sites that list releases on usenet or as torrents.',
        terms: `newznab torznab prowlarr jackett nzbhydra usenet torrent provider api key category order priority ${namesOf(lists)}`,
        wide: true,
        control: lists
          ? html`<${IndexerList} lists=${lists} /><${Untaken}
          lists=${lists}
          clients=${clients}
        />`
          : null,
      },
      useIndexers(form, 'newznab', lists, 'newznab'),
      useIndexers(form, 'enable_torznab', lists, 'torznab'),
      ...form.rows(
        'enable_rss',
        'rss_checkinterval',
        'search_interval',
        'search_delay',
        'blocklist_timer',
        'searching_paused',
      ),
    ],
  }
}

const namesOf = (lists: WireIndexers | undefined): string =>
  TYPES.flatMap((type) => (lists?.[type].providers ?? []).map(({ name }) => name)).join(' ')

/** Warns of indexers whose releases no client accepts. */
function Untaken({ lists, clients }: { lists: WireIndexers; clients: Clients | undefined }) {
  const isOn = (type: IndexerType) => lists[type].enabled && lists[type].providers.some(({ enabled }) => enabled)
  const vain = clients
    ? TYPES.filter((type) => isOn(type) && protocolClients(clients, PROTOCOL[type]).length === 0)
    : []
  return vain.map(
    (type) => html`
      <p key=${type} class="indexers-untaken">
        <${Icon} name="alert" size="small" />
        <span>No download client for your ${PROTOCOL[type]} indexers yet. <a href="#clients">Set up a download client</a></span>
      </p>
    `,
  )
}

const PROTOCOL = { newznab: 'usenet', torznab: 'torrent' } as const

/** The switch of all indexers of a type. It is part of their lists, so it is saved with them. */
function useIndexers(form: OptionForm, key: OptionName, lists: WireIndexers | undefined, type: IndexerType): Setting {
  return form.row(key, ({ label }) =>
    lists
      ? html`<${Switch} label=${label} unlabelled on=${lists[type].enabled} onChange=${(on: boolean) => askKind(type, on)} />`
      : null,
  )
}

async function askKind(type: IndexerType, on: boolean): Promise<void> {
  const error = await switchType(type, on)
  const kind = INDEXER_KINDS[type].toLowerCase().replace(/s$/, '')
  const undo = { label: 'Undo', run: () => switchType(type, !on) }
  if (error) showToast(error, { kind: 'error' })
  else showToast(on ? `Your ${kind} indexers are enabled` : `Your ${kind} indexers are disabled`, { action: undo })
}
