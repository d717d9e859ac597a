import { html, type VNode } from '../html'

/** One line of the page. What it is called, does and defaults to is also what the search looks through. */
export type Setting = {
  key: string
  label: string
  about: string
  /** Its default, as a person would say it; left out where that is nothing, as with actions. */
  standard?: string
  /** What config.ini calls it, where the page says so. */
  name?: string
  /** Puts the default back; left out where it is the default. */
  onReset?: () => unknown
  /** Further words that people search for. */
  terms?: string
  /** Below the text instead of beside it. */
  wide?: boolean
  control: VNode | null
}
export type Section = { key: string; title: string; settings: readonly Setting[] }

/** What is left of `sections` when someone types `query`. Every word must occur; a section's own name brings all of it. */
export function findSettings(sections: readonly Section[], query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  return sections.flatMap((section) => {
    const settings = section.settings.filter((one) =>
      has([section.title, one.label, one.about, one.terms, one.key].join(' ')),
    )
    return settings.length > 0 ? [{ ...section, settings }] : []
  })
}

/** `pinned` says why it cannot be changed now. */
export function SettingRow({ setting, pinned }: { setting: Setting; pinned?: string }) {
  const { label, about, standard, name, onReset, wide, control } = setting
  return html`
    <div class="setting" data-wide=${wide || undefined}>
      <div class="setting-text">
        <h3>${label}</h3>
        <p>${about}${standard !== undefined && html` <span class="setting-usual">Default: ${standard}.</span>`}</p>
        ${pinned && html`<p class="setting-held">${pinned}</p>`}
        ${
          (name || onReset) &&
          html`<p class="setting-name">
            ${name && html`<code>${name}</code>`}
            ${onReset && !pinned && html`<button class="setting-reset" type="button" aria-label=${`Reset ${label} to its default`} onClick=${onReset}>Reset to default</button>`}
          </p>`
        }
      </div>
      <fieldset class="setting-control" disabled=${pinned !== undefined}>${control}</fieldset>
    </div>
  `
}
