import '../../parts/dialogs/sheet.css'
import type { Config, Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { saveOver } from '../../forms/saving'
import type { Section } from '../../forms/setting'
import { specsOf } from '../../forms/standing'
import { html, useState } from '../../html'
import { useOwnLocation } from '../../parts/lists/virtual-place'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { settingOf } from './any-setting'
import { SettingsView } from './settings-view'

/** Every setting there is, each with the name that config.ini knows. */
export function AllSettingsPage() {
  const { query: address } = useOwnLocation()
  const config = useQuery('GET /api/config')
  const schema = useQuery('GET /api/config/schema')
  const [query, setQuery] = useState(address.q ?? '')
  const error = config.error ?? schema.error
  if (!config.data || !schema.data) {
    const again = () => {
      config.reload()
      schema.reload()
    }
    if (error)
      return html`<${ErrorLook} what="The settings could not be loaded" detail=${error.detail} onRetry=${again} />`
    return html`<div class="settings-wait"><${Skeleton} count=${12} label="Loading all settings" /></div>`
  }
  const sections = sectionsOf(schema.data, config.data)
  return html`
    <${SettingsView} ...${{ title: 'All settings', sections, query, onQuery: setQuery }}>
      <nav class="settings-house" aria-label="Beyond these"><a href="/settings">The settings most people need</a></nav>
    <//>
  `
}

function sectionsOf(schema: Reply<'GET /api/config/schema'>, config: Config): Section[] {
  // GET /api/config says more than the option does where both have one name.
  const now = { ...config, ...Object.fromEntries(specsOf(schema).map(({ key, value }) => [key, value])) } as Config
  const save = saveOver(now)
  const groups = Map.groupBy(specsOf(schema), ({ section }) => section)
  return [...groups].map(([section, specs]) => ({
    key: section.toLowerCase(),
    title: titleOf(section),
    settings: specs.map((spec) => settingOf(spec, now, save)),
  }))
}

/** `SearchQuality` → "Search quality"; `OPDS` and `MangaDex` stay. */
const titleOf = (section: string) => TITLES[section] ?? section

const TITLES: Record<string, string> = {
  CV: 'ComicVine',
  DDL: 'Direct downloads',
  FailedDownloads: 'Failed downloads',
  PostProcess: 'Arrivals',
  SearchQuality: 'Search quality',
  Scheduler: 'Schedule',
  Blackhole: 'Folder for NZB files',
  Watchdir: 'Folder for torrents',
  Newznab: 'Usenet indexers',
  Torznab: 'Torrent indexers',
  Metatagging: 'Tagging',
  Hooks: 'Other programs',
  Backup: 'Backups',
  Logs: 'Log',
}
