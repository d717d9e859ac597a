import './setting.css'
import type { OptionState } from '../api/contract'
import { html } from '../html'
import { NumberField, SelectField, Switch, TextField } from '../parts/controls/field'
import { numberWords } from '../parts/text/format'
import { FolderList, OneFolder } from './folder-list'
import { buttonWords } from './folder-words'
import type { SaveValue } from './option-form'
import { choicesOf, lengthOf } from './option-texts'
import { SecretField } from './secret-field'

export type OptionFieldProps = {
  option: OptionState
  value: unknown
  /** Whether a secret is set. */
  isSet: boolean
  onSave: SaveValue
  /** Hides the label visually, where the same text is beside the field. */
  unlabelled?: boolean
  /** A typed secret that is not saved yet. */
  onDraft?: (text: string) => void
}

/** The field for an option of any type. A labelled field shows the option's description below it. */
export function OptionField({ option, value, isSet, onSave, unlabelled, onDraft }: OptionFieldProps) {
  const { key, type, label, about, unit, least, most, fileOnly } = option
  if (fileOnly) {
    return html`<p class="setting-note">${value ? html`<code>${String(value)}</code>, set in config.ini` : 'Set in config.ini only'}</p>`
  }
  const hint = unlabelled ? undefined : about
  /** Saves what was typed, and returns the reason of a refusal, which its field shows. */
  const saveTyped = async (next: unknown) => {
    let reason: string | undefined
    await onSave(next, (sentence) => {
      reason = sentence
    })
    return reason
  }
  if (type === 'switch') {
    return html`<${Switch} label=${label} unlabelled=${unlabelled} on=${value === true} onChange=${onSave} />`
  }
  if (type === 'secret') {
    return html`<${SecretField} label=${label} set=${isSet} onDraft=${onDraft ?? nothing} onSave=${onSave} />`
  }
  if (type === 'folders') {
    const what = key.startsWith('manga') ? 'manga' : 'comics'
    return html`<${FolderList} folders=${pathsIn(value)} views=${[]} what=${what} onChange=${onSave} />`
  }
  if (type === 'folder') {
    return html`<${OneFolder} path=${String(value ?? '')} words=${buttonWords(label)} onChange=${onSave} />`
  }
  const shared = { label, hint, unlabelled }
  const choices = choicesOf(option, value)
  if (choices) {
    const chosen = option.offers ? String(lengthOf(value)) : String(value ?? '')
    const onChange = (next: string) => onSave(type === 'integer' ? Number(next) : next)
    return html`<${SelectField} ...${shared} value=${chosen} choices=${choices} onChange=${onChange} />`
  }
  if (type === 'integer') {
    const min = Math.max(0, least ?? 0)
    const range =
      most === undefined ? `of at least ${numberWords(min)}` : `from ${numberWords(min)} to ${numberWords(most)}`
    const invalid = `${label} must be a whole number ${range}.`
    return html`
      <${NumberField} ...${shared} value=${Number(value ?? 0)} min=${min} max=${most} unit=${unit} invalid=${invalid} onChange=${saveTyped} />
    `
  }
  const text = String(value ?? '')
  const onChange = (next: string) => next.trim() !== text && saveTyped(next.trim())
  return html`<${TextField} ...${shared} value=${text} autocomplete="off" onChange=${onChange} />`
}

const nothing = () => undefined

/** The folders of a list as the server sent it. */
export const pathsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
