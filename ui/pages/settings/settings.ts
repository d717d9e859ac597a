import './settings.css'
import './sheet.css'
import { useQuery } from '../../api/query'
import { html, useEffect, useRef, useState } from '../../html'
import { Empty } from '../../parts/empty'
import { ErrorLook } from '../../parts/error-look'
import { SearchField } from '../../parts/search-field'
import { Skeleton } from '../../parts/skeleton'
import { aboutSection } from './about'
import { accountSection } from './account'
import { apiKeySection } from './api-key'
import { appearanceSection } from './appearance'
import { arrivalsSection } from './arrivals'
import { clientsSection } from './clients/clients'
import { withoutClientSection } from './clients/without-client'
import { devicesSection } from './devices'
import { filingSection } from './filing'
import { foldersSection } from './folders'
import { hooksSection } from './hooks'
import { indexersSection } from './indexers'
import { metadataSection } from './metadata'
import { namingSection } from './naming'
import { readingAppsSection } from './reading-apps'
import { saveOver } from './saving'
import { matching, type Section, SettingRow } from './setting'
import { startSection } from './start'
import { takingSection } from './taking'

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
  return html`<${SettingsView} ...${{ sections, query, onQuery: setQuery }} />`
}

type SettingsViewProps = { sections: readonly Section[]; query: string; onQuery: (query: string) => void }

function SettingsView({ sections, query, onQuery }: SettingsViewProps) {
  const shown = matching(sections, query)
  useSectionAsked(shown.length > 0)
  const here = useSectionInView(shown.map((section) => section.key).join(' '))
  return html`
    <div class="settings">
      <header class="settings-head">
        <h1>Settings</h1>
        <${SearchField} label="Find a setting" value=${query} onInput=${onQuery} />
      </header>
      <${SectionNav} sections=${shown} here=${here} />
      <div class="settings-list">
        ${shown.map((section) => html`<${SectionView} key=${section.key} section=${section} />`)}
        ${shown.length === 0 && html`<${Empty} icon="search" title="No setting is called that" text="Try another word, such as folder, tablet or password." />`}
      </div>
    </div>
  `
}

function SectionNav({ sections, here }: { sections: readonly Section[]; here: string }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const word = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (word) bar.current?.scrollTo({ left: word.offsetLeft - word.offsetWidth, behavior: 'smooth' })
  }, [here])
  return html`
    <nav class="settings-nav" aria-label="Sections" ref=${bar}>
      ${sections.map(({ key, title }) => html`<a key=${key} href=${`#${key}`} aria-current=${key === here ? 'true' : undefined}>${title}</a>`)}
    </nav>
  `
}

function SectionView({ section }: { section: Section }) {
  return html`
    <section class="settings-section" id=${section.key} aria-labelledby=${`${section.key}-title`}>
      <h2 id=${`${section.key}-title`}>${section.title}</h2>
      ${section.settings.map((setting) => html`<${SettingRow} key=${setting.key} setting=${setting} />`)}
    </section>
  `
}

/** A link from another page to a section is followed once the sections are here. */
function useSectionAsked(ready: boolean): void {
  useEffect(() => {
    const key = decodeURIComponent(location.hash.slice(1))
    if (ready && key) document.getElementById(key)?.scrollIntoView()
  }, [ready])
}

const LINE_PX = 140

/** The section a reader has under the eyes: the last one whose head has passed the upper part of the window. */
function useSectionInView(keys: string): string {
  const [here, setHere] = useState('')
  useEffect(() => {
    const look = () => {
      const all = keys.split(' ').filter(Boolean)
      const passed = all.filter(
        (key) => (document.getElementById(key)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) < LINE_PX,
      )
      const end = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setHere((end ? all.at(-1) : (passed.at(-1) ?? all[0])) ?? '')
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [keys])
  return here
}
