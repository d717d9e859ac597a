import { html, type VNode } from '../html'

/** One line of the page. The search covers its label, description and default. */
export type Setting = {
  key: string
  label: string
  about: string
  /** The default in words; left out for an empty one, and for actions. */
  standard?: string
  /** Its name in config.ini, where the page shows it. */
  name?: string
  /** Restores the default; left out while the value is the default. */
  onReset?: () => unknown
  /** Further words that people search for. */
  terms?: string
  /** Below the text instead of beside it. */
  wide?: boolean
  control: VNode | null
}
export type Section = { key: string; title: string; settings: readonly Setting[] }

/** Filters `sections` by `query`. Every word must occur; a match in a section's name keeps the whole section. */
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

/** `pinned` is the reason why the setting cannot be changed now. */
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
            ${
              onReset &&
              !pinned &&
              html`
                <button
                  class="setting-reset"
                  type="button"
                  aria-label=${`Reset ${label} to its default`}
                  onClick=${onReset}
                >Reset to default</button>
              `
            }
          </p>`
        }
      </div>
      <fieldset class="setting-control" disabled=${pinned !== undefined}>${control}</fieldset>
    </div>
  `
}
