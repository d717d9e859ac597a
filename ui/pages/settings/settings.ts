import '../../parts/dialogs/sheet.css'
import { useQuery } from '../../api/query'
import { useOptionForm } from '../../forms/option-form'
import type { Section } from '../../forms/setting'
import { html, useState } from '../../html'
import { devicesSection } from '../../panels/devices/devices'
import { anchorInAddress } from '../../parts/lists/section-in-view'
import { useOwnLocation } from '../../parts/lists/virtual-place'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { isManager } from '../../state/user'
import { assistantSection } from './assistant/assistant'
import { clientsSection } from './clients/clients'
import { withoutClientSection } from './clients/without-client'
import { catalogAddresses, readingAppsSection } from './devices/reading-apps'
import { completedDownloadsSection } from './files/completed-downloads'
import { namingSection } from './files/naming'
import { storyArcsSection } from './files/story-arcs'
import { tagsSection } from './files/tags'
import { foldersSection } from './folders/folders'
import { importFolderSection } from './folders/import-folder'
import { aboutSection } from './general/about'
import { accountSection } from './general/account'
import { apiKeySection } from './general/api-key'
import { appearanceSection } from './general/appearance'
import { networkSection } from './general/network'
import { startSection } from './general/start'
import { connectionsSection } from './hooks/hooks'
import { metadataSection } from './metadata/metadata'
import { otherPagesSection } from './other-pages'
import { indexersSection } from './search/indexers'
import { releaseRulesSection } from './search/release-rules'
import { SettingsView } from './settings-view'

export function SettingsPage() {
  const { query: address } = useOwnLocation()
  const { form: loaded, error, loading, reload } = useOptionForm()
  const owners = isManager() ? null : undefined
  const network = useQuery('GET /api/system/network', owners)
  const folders = useQuery('GET /api/import/folders', owners)
  const providers = useQuery('GET /api/metadata/providers', owners)
  const indexers = useQuery('GET /api/config/providers', owners)
  const clients = useQuery('GET /api/config/clients', owners)
  const hooks = useQuery('GET /api/config/hooks', owners)
  const [query, setQuery] = useState(address.q ?? '')
  if (!loaded) {
    if (error && !loading)
      return html`<${ErrorLook} page what="The settings could not be loaded" detail=${error.detail} onRetry=${reload} />`
    return html`<div class="settings-wait"><${Skeleton} count=${8} label="Loading the settings" /></div>`
  }
  const isSearch = query.trim() !== ''
  const form = isSearch ? { ...loaded, reveals: () => true } : loaded
  const { config } = form
  const sections = [
    foldersSection(form, folders.data?.folders),
    importFolderSection(form, folders.data?.folders),
    metadataSection(form, providers.data?.providers),
    indexersSection(form, { lists: indexers.data, clients: clients.data }),
    releaseRulesSection(form),
    clientsSection(clients),
    withoutClientSection(form),
    completedDownloadsSection(form),
    readingAppsSection(form, network.data),
    devicesSection(catalogAddresses(form, network.data).urls),
    appearanceSection(),
    namingSection(form),
    storyArcsSection(form),
    tagsSection(form),
    connectionsSection(form, hooks),
    assistantSection(form),
    accountSection(form),
    apiKeySection(config),
    networkSection(form),
    startSection(form),
    aboutSection(form),
    ...(isSearch ? [otherPagesSection(form)] : []),
  ]
  const shown = isManager() ? managersPart(sections) : sections
  const hidden = sections.find(({ key }) => key === anchorInAddress() && !shown.some((one) => one.key === key))
  const notice = hidden && `Only the owner sets this: ${hidden.title}.`
  return html`<${SettingsView} sections=${shown} notice=${notice} query=${query} onQuery=${setQuery} />`
}

/** What managers may change. Sections without any of it are left out. */
function managersPart(sections: readonly Section[]): Section[] {
  const own = sections.map((section) => ({ ...section, settings: section.settings.filter(({ manager }) => manager) }))
  return own.filter(({ settings }) => settings.length > 0)
}
