import { html, type VNode } from '../html'

/** One line of the page. What it is called, does and defaults to is also what the search looks through. */
export type Setting = {
  key: string
  label: string
  about: string
  /** As a person would say it; left out where there is none, as with actions. */
  usual?: string
  /** What config.ini calls it, where the page says so. */
  name?: string
  /** Puts the default back; left out where it is the default. */
  onReset?: () => unknown
  /** Further words people search for. */
  words?: string
  /** Below the text instead of beside it. */
  wide?: boolean
  control: VNode | null
}
export type Section = { key: string; title: string; settings: readonly Setting[] }

/** What is left of `sections` when someone types `query`. Every word must occur; a section's own name brings all of it. */
export function matching(sections: readonly Section[], query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  return sections.flatMap((section) => {
    const settings = section.settings.filter((one) =>
      has([section.title, one.label, one.about, one.words, one.key].join(' ')),
    )
    return settings.length > 0 ? [{ ...section, settings }] : []
  })
}

/** `held` says why it cannot be changed now. */
export function SettingRow({ setting, held }: { setting: Setting; held?: string }) {
  const { label, about, usual, name, onReset, wide, control } = setting
  return html`
    <div class="setting" data-wide=${wide || undefined}>
      <div class="setting-text">
        <h3>${label}</h3>
        <p>${about}${usual !== undefined && html` <span class="setting-usual">Default: ${usual}.</span>`}</p>
        ${held && html`<p class="setting-held">${held}</p>`}
        ${
          (name || onReset) &&
          html`<p class="setting-name">
            ${name && html`<code>${name}</code>`}
            ${onReset && !held && html`<button class="setting-reset" type="button" aria-label=${`Put ${label} back to its default`} onClick=${onReset}>Back to the default</button>`}
          </p>`
        }
      </div>
      <fieldset class="setting-control" disabled=${held !== undefined}>${control}</fieldset>
    </div>
  `
}
