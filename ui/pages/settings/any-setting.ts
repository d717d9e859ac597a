import type { Config } from '../../api/contract'
import { FolderList } from '../../forms/folder-list'
import { type About, plainSettings } from '../../forms/plain-setting'
import { type Save, saveSecret } from '../../forms/saving'
import { SecretField } from '../../forms/secret-field'
import type { Setting } from '../../forms/setting'
import type { Spec } from '../../forms/standing'
import { html, type VNode } from '../../html'

const NO_FOLDER = { none: 'Choose a folder', choose: 'Choose a folder' }

/** Any setting, drawn from what the server says of it. */
export function settingOf(spec: Spec, config: Config, save: Save): Setting {
  const about = { ...wordsOf(spec), onReset: resetOf(spec, config, save) }
  return { ...about, ...drawn(spec, about, { config, save }) }
}

type Kept = { config: Config; save: Save }

function drawn(spec: Spec, about: About, { config, save }: Kept): Partial<Setting> & Pick<Setting, 'control'> {
  const { key, type, unit = '', least = 0, most = Number.MAX_SAFE_INTEGER, words, choices = [] } = spec
  const plain = plainSettings(config, save)
  if (spec.fileOnly) return { control: html`<${FileOnly} value=${config[key]} />` }
  if (type === 'switch') return plain.turn(about)
  if (words) {
    const levels = words.map((word, at) => ({ value: String(at), label: capital(word) }))
    return plain.choose(about, levels)
  }
  if (type === 'integer') return plain.number(about, { unit, min: least, max: most })
  if (type === 'choice') {
    const named = choices.map((value) => ({ value, label: value }))
    return plain.choose(about, named)
  }
  if (type === 'folder') return plain.folder(about, NO_FOLDER)
  if (type === 'folders') return { wide: true, control: folders(spec, { config, save }) }
  if (type === 'secret') return { wide: true, control: secret(spec, config) }
  return plain.text({ ...about, wide: true })
}

function folders({ key, label }: Spec, { config, save }: Kept): VNode {
  const kept = (config[key] as string[] | undefined) ?? []
  const what = key.startsWith('manga') ? 'manga' : 'comics'
  return html`<${FolderList} ...${{ folders: kept, views: [], what, onChange: (next: string[]) => save(key, next, label) }} />`
}

function secret({ key, label, set }: Spec, config: Config): VNode {
  const kept = (config[`${key}_set`] as boolean | undefined) ?? set ?? false
  const onSave = (text: string | null) => saveSecret(key, text, label)
  return html`<${SecretField} ...${{ label, set: kept, onDraft: () => undefined, onSave }} />`
}

function FileOnly({ value }: { value: unknown }) {
  return html`<p class="setting-note">${value ? html`<code>${String(value)}</code>, set in config.ini` : 'Set in config.ini only'}</p>`
}

/** What it is called, does and is as usual. */
function wordsOf(spec: Spec): About {
  const { key, label, about, restart_required, words = [], choices = [] } = spec
  const restart = restart_required ? ' Takes effect at the next start.' : ''
  const search = [spec.unit ?? '', ...words, ...choices].join(' ')
  return { key, label, name: key, about: about + restart, usual: usualOf(spec), words: search }
}

/** Its default and, of a number, how far it goes. */
function usualOf({ type, default: usual, unit, words, least, most }: Spec): string | undefined {
  if (type === 'secret') return undefined
  if (type === 'switch') return usual ? 'on' : 'off'
  if (words) return words[Number(usual)]
  if (type === 'integer')
    return `${counted(usual)}${unit ? ` ${unit}` : ''}, from ${counted(least)} to ${counted(most)}`
  const text = Array.isArray(usual) ? usual.join(', ') : String(usual ?? '')
  return text === '' ? 'none' : text
}

const counted = (number: unknown): string => Number(number).toLocaleString('en')
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The way back to the default, where it is something else and a page may set it. */
function resetOf({ key, label, type, fileOnly, default: usual }: Spec, config: Config, save: Save) {
  const isUsual = JSON.stringify(config[key]) === JSON.stringify(usual)
  if (isUsual || fileOnly || type === 'secret' || !(key in config)) return undefined
  return () => save(key, usual, label)
}
