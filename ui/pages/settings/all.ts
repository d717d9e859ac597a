import '../../parts/dialogs/sheet.css'
import { type OptionForm, useOptionForm } from '../../forms/option-form'
import type { Section } from '../../forms/setting'
import { html, useState } from '../../html'
import { useOwnLocation } from '../../parts/lists/virtual-place'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { SettingsView } from './settings-view'

/** Every setting, with its name in config.ini. */
export function AllSettingsPage() {
  const { query: address } = useOwnLocation()
  const { form, error, reload } = useOptionForm()
  const [query, setQuery] = useState(address.q ?? '')
  if (!form) {
    if (error)
      return html`<${ErrorLook} what="The settings could not be loaded" detail=${error.detail} onRetry=${reload} />`
    return html`<div class="settings-wait"><${Skeleton} count=${12} label="Loading all settings" /></div>`
  }
  return html`
    <${SettingsView} title="All settings" sections=${sectionsOf(form)} query=${query} onQuery=${setQuery}>
      <nav class="settings-house" aria-label="Other pages"><a href="/settings">Common settings</a></nav>
    <//>
  `
}

function sectionsOf(form: OptionForm): Section[] {
  const groups = Map.groupBy(form.schema, ({ section }) => section)
  return [...groups].map(([section, options]) => ({
    key: section.toLowerCase(),
    title: TITLES[section] ?? section,
    settings: options.map(({ key }) => form.fullRow(key)),
  }))
}

/** Sections of config.ini whose name differs on the page. */
const TITLES: Record<string, string> = {
  CV: 'ComicVine',
  DDL: 'Direct downloads',
  FailedDownloads: 'Failed downloads',
  PostProcess: 'Completed downloads',
  SearchQuality: 'Release rules',
  Scheduler: 'Schedule',
  Blackhole: 'NZB blackhole',
  Watchdir: 'Torrent blackhole',
  Newznab: 'Usenet indexers',
  Torznab: 'Torrent indexers',
  Metatagging: 'Tags and conversion',
  Hooks: 'Connections',
  Backup: 'Backups',
  Logs: 'Log',
}
