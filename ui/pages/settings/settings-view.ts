import './settings.css'
import { useOptionStates } from '../../forms/option-states'
import { findSettings, type Section, SettingRow } from '../../forms/setting'
import { type ComponentChildren, html, useEffect, useRef, useState } from '../../html'
import { SearchField } from '../../parts/controls/search-field'
import { Empty } from '../../parts/status/empty'
import { RestartNeeded } from './restart-needed'

export type SettingsViewProps = {
  title: string
  sections: readonly Section[]
  query: string
  onQuery: (query: string) => void
  /** Shown at the end of the head. */
  children?: ComponentChildren
}

/** Sections of settings, with links between them and a search. */
export function SettingsView({ title, sections, query, onQuery, children }: SettingsViewProps) {
  const shown = findSettings(sections, query)
  const states = useOptionStates()
  useSectionAsked(shown.length > 0)
  const here = useSectionInView(shown.map((section) => section.key).join(' '))
  return html`
    <div class="settings">
      <header class="settings-head">
        <h1>${title}</h1>
        <${SearchField} label="Find a setting" value=${query} onInput=${onQuery} />
        ${children}
      </header>
      <${SectionNav} sections=${shown} here=${here} />
      <div class="settings-list">
        <${RestartNeeded} ...${states} />
        ${shown.map((section) => html`<${SectionView} key=${section.key} section=${section} pinned=${states.pinned} />`)}
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

function SectionView({ section, pinned }: { section: Section; pinned: ReadonlyMap<string, string> }) {
  return html`
    <section class="settings-section" id=${section.key} aria-labelledby=${`${section.key}-title`}>
      <h2 id=${`${section.key}-title`}>${section.title}</h2>
      ${section.settings.map((setting) => html`<${SettingRow} key=${setting.key} setting=${setting} pinned=${pinned.get(setting.key)} />`)}
    </section>
  `
}

/** Events that mean that the user scrolls. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Scrolls to the linked section once it is loaded, and keeps it there while sections above it still grow. */
function useSectionAsked(ready: boolean): void {
  useEffect(() => {
    const section = document.getElementById(decodeURIComponent(location.hash.slice(1)))
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

const LINE_PX = 140

/** The section in view: the last one whose heading has passed the upper part of the window. */
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
