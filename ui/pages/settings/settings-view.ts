import './settings.css'
import { useOptionStates } from '../../forms/option-states'
import { type Section, SettingRow } from '../../forms/setting'
import { findSettings } from '../../forms/setting-search'
import { settingsHelp } from '../../guide/settings-help'
import { html, useEffect, useRef } from '../../html'
import { Switch } from '../../parts/controls/field'
import { HelpLink } from '../../parts/controls/help-link'
import { SearchField } from '../../parts/controls/search-field'
import { anchorInAddress, useSectionInView } from '../../parts/lists/section-in-view'
import { Empty } from '../../parts/status/empty'
import { isManager } from '../../state/user'
import { useAdvanced } from './advanced'
import { RestartNeeded } from './restart-needed'

export type SettingsViewProps = {
  sections: readonly Section[]
  /** Above the sections. */
  notice?: string
  query: string
  onQuery: (query: string) => void
}

/** Sections of settings, with links between them and a search, which finds advanced ones too. */
export function SettingsView({ sections, notice, query, onQuery }: SettingsViewProps) {
  const [isAdvanced, setAdvanced] = useAdvanced()
  const isSearch = query.trim() !== ''
  const shown = isSearch ? findSettings(sections, query) : isAdvanced ? sections : basicOf(sections)
  const states = useOptionStates()
  useSectionAsked(shown.length > 0)
  const here = useSectionInView(shown.map((section) => section.key).join(' '))
  return html`
    <div class="settings">
      <header class="settings-head">
        <h1>Settings</h1>
        <${SearchField} label="Find a setting" value=${query} onInput=${onQuery} />
        <${Switch} label="Advanced" on=${isAdvanced} onChange=${setAdvanced} />
      </header>
      <${SectionNav} sections=${shown} here=${here} />
      <div class="settings-list">
        ${notice && html`<div class="settings-waiting" role="status"><p>${notice}</p></div>`}
        ${!isManager() && html`<${RestartNeeded} ...${states} />`}
        ${shown.map((section) => html`<${SectionView} key=${section.key} section=${section} pinned=${states.pinned} detailed=${isAdvanced || isSearch} />`)}
        ${shown.length === 0 && html`<${Empty} icon="search" title="No setting found" text="Try another word, such as folder, tablet or password." />`}
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

/** The sections without advanced settings. */
function basicOf(sections: readonly Section[]): Section[] {
  return sections.map((section) => ({ ...section, settings: section.settings.filter(({ advanced }) => !advanced) }))
}

type SectionProps = { section: Section; pinned: ReadonlyMap<string, string>; detailed: boolean }

function SectionView({ section, pinned, detailed }: SectionProps) {
  const help = settingsHelp[section.key]
  return html`
    <section class="settings-section" id=${section.key} aria-labelledby=${`${section.key}-title`}>
      <div class="settings-title">
        <h2 id=${`${section.key}-title`}>${section.title}</h2>
        ${help && html`<${HelpLink} place=${help} about=${section.title} />`}
      </div>
      ${section.settings.map((setting) => html`<${SettingRow} key=${setting.key} setting=${setting} pinned=${pinned.get(setting.key)} detailed=${detailed} />`)}
    </section>
  `
}

/** Events that mean that the user scrolls. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Scrolls to the linked section once it is loaded, and keeps it there while sections above it still grow. */
function useSectionAsked(ready: boolean): void {
  useEffect(() => {
    const section = document.getElementById(anchorInAddress())
    if (!ready || !section?.parentElement) return
    const follow = () => section.scrollIntoView()
    follow()
    const growth = new ResizeObserver(follow)
    growth.observe(section.parentElement)
    const leave = () => {
      growth.disconnect()
      for (const move of MOVES) removeEventListener(move, leave)
    }
    for (const move of MOVES) addEventListener(move, leave, { passive: true })
    return leave
  }, [ready])
}
