import '../../parts/dialogs/sheet.css'
import { useQuery } from '../../api/query'
import { saveOver } from '../../forms/saving'
import { html, useState } from '../../html'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { clientsSection } from './clients/clients'
import { withoutClientSection } from './clients/without-client'
import { devicesSection } from './devices/devices'
import { readingAppsSection } from './devices/reading-apps'
import { arrivalsSection } from './files/arrivals'
import { filingSection } from './files/filing'
import { namingSection } from './files/naming'
import { foldersSection } from './folders/folders'
import { aboutSection } from './general/about'
import { accountSection } from './general/account'
import { apiKeySection } from './general/api-key'
import { appearanceSection } from './general/appearance'
import { startSection } from './general/start'
import { hooksSection } from './hooks/hooks'
import { House } from './house'
import { metadataSection } from './metadata/metadata'
import { indexersSection } from './search/indexers'
import { takingSection } from './search/taking'
import { SettingsView } from './settings-view'

export function SettingsPage() {
  const { data: config, error, loading, reload } = useQuery('GET /api/config')
  const network = useQuery('GET /api/system/network')
  const folders = useQuery('GET /api/import/folders')
  const providers = useQuery('GET /api/metadata/providers')
  const indexers = useQuery('GET /api/config/providers')
  const clients = useQuery('GET /api/config/clients')
  const hooks = useQuery('GET /api/config/hooks')
  const [query, setQuery] = useState('')
  if (!config) {
    if (error && !loading)
      return html`<${ErrorLook} what="The settings could not be loaded" detail=${error.detail} onRetry=${reload} />`
    return html`<div class="settings-wait"><${Skeleton} count=${8} label="Loading the settings" /></div>`
  }
  const save = saveOver(config)
  const sections = [
    foldersSection(config, save, folders.data?.folders),
    metadataSection(config, save, providers.data?.providers),
    indexersSection(config, save, { lists: indexers.data, clients: clients.data }),
    takingSection(config, save),
    clientsSection(clients),
    withoutClientSection(config, save),
    arrivalsSection(config, save),
    readingAppsSection(config, save, network.data),
    devicesSection(config.opds_enable && network.data?.lan ? network.data.opds_urls : []),
    appearanceSection(),
    namingSection(config, save),
    filingSection(config, save),
    hooksSection(config, save, hooks),
    accountSection(config, save),
    apiKeySection(config),
    startSection(config, save),
    aboutSection(config),
  ]
  return html`<${SettingsView} ...${{ title: 'Settings', sections, query, onQuery: setQuery }}><${House} /><//>`
}
