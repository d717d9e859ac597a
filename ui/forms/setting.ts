import './setting.css'
import { html, type VNode } from '../html'
import { HelpLink } from '../parts/controls/help-link'

/** One setting with its texts and its control. */
export type Setting = {
  key: string
  label: string
  about: string
  /** The default in words; left out while the value is the default, for an empty one, and for actions. */
  standard?: string
  /** Restores the default. */
  onReset?: () => unknown
  /** The name of the setting in config.ini. */
  name?: string
  /** The range of the number, in words. */
  range?: string
  /** Shown only with the Advanced switch, and to a search. */
  advanced?: boolean
  /** More words that the search finds. */
  terms?: string
  /** Managers have it too; all others are the owner's. */
  manager?: boolean
  /** Where the user guide explains it, as `chapter#heading`. */
  help?: string
  /** Puts the control below the text instead of beside it. */
  wide?: boolean
  control: VNode | null
}
export type Section = { key: string; title: string; settings: readonly Setting[] }

export type SettingRowProps = {
  setting: Setting
  /** The reason why the setting cannot be changed now. */
  pinned?: string
  /** Also shows the name in config.ini and the range. */
  detailed?: boolean
}

export function SettingRow({ setting, pinned, detailed }: SettingRowProps) {
  const { label, about, help, wide, control } = setting
  return html`
    <div class="setting" data-wide=${wide || undefined}>
      <div class="setting-text">
        <div class="setting-title"><h3>${label}</h3>${help && html`<${HelpLink} place=${help} about=${label} />`}</div>
        <p>${about}</p>
        ${pinned && html`<p class="setting-held">${pinned}</p>`}
        <${SettingFacts} setting=${setting} canReset=${!pinned} detailed=${detailed} />
      </div>
      <fieldset class="setting-control" disabled=${pinned !== undefined}>${control}</fieldset>
    </div>
  `
}

/** The default, the range and the name in config.ini: shown for a changed setting, or in detail. */
function SettingFacts({ setting, canReset, detailed }: { setting: Setting; canReset: boolean; detailed?: boolean }) {
  const { label, standard, onReset, name, range } = setting
  const facts = [
    standard !== undefined && html`<span key="standard">Default: ${standard}.</span>`,
    canReset &&
      onReset &&
      html`
        <button
          key="reset"
          class="setting-reset"
          type="button"
          aria-label=${`Reset to default: ${label}`}
          onClick=${onReset}
        >Reset to default</button>
      `,
    detailed && range && html`<span key="range">${range}</span>`,
    detailed && name && html`<code key="name">${name}</code>`,
  ].filter(Boolean)
  return facts.length > 0 && html`<p class="setting-facts">${facts}</p>`
}
