import type { Config } from '../../api/contract'
import { html, type VNode } from '../../html'
import { FolderList } from './folder-list'
import { plainSettings } from './plain-setting'
import { type Save, saveSecret } from './saving'
import { SecretField } from './secret-field'
import type { Setting } from './setting'

/** A setting as the server describes it. */
export type Spec = {
  key: string
  section: string
  type: 'text' | 'integer' | 'switch' | 'choice' | 'folders' | 'folder' | 'secret'
  about: string
  default: unknown
  label?: string
  unit?: string
  least?: number
  most?: number
  choices?: readonly string[]
  /** Of a secret: whether one is kept. */
  set?: boolean
  fileOnly?: boolean
  restart_required?: boolean
  pinned?: boolean
  source?: string
}

const NO_FOLDER = { none: 'Choose a folder', choose: 'Choose a folder' }

/** Any setting, drawn from what the server says of it. */
export function settingOf(spec: Spec, config: Config, save: Save): Setting {
  const { key, label = key, type, unit = '', least = 0, most = Number.MAX_SAFE_INTEGER, choices = [] } = spec
  const about = { key, label, about: aboutOf(spec), usual: usualOf(spec) }
  const plain = plainSettings(config, save)
  if (spec.fileOnly) return { ...about, control: html`<${FileOnly} value=${config[key]} />` }
  if (type === 'switch') return plain.turn(about)
  if (type === 'integer') return plain.number(about, { unit, min: least, max: most })
  if (type === 'choice')
    return plain.choose(
      about,
      choices.map((value) => ({ value, label: value })),
    )
  if (type === 'folder') return plain.folder(about, NO_FOLDER)
  if (type === 'folders') return { ...about, wide: true, control: folders(spec, config, save) }
  if (type === 'secret') return { ...about, usual: undefined, wide: true, control: secret(spec, config) }
  return plain.text({ ...about, wide: true })
}

function folders({ key, label = key }: Spec, config: Config, save: Save): VNode {
  const kept = (config[key] as string[] | undefined) ?? []
  const what = key.startsWith('manga') ? 'manga' : 'comics'
  return html`<${FolderList} ...${{ folders: kept, views: [], what, onChange: (next: string[]) => save(key, next, label) }} />`
}

function secret({ key, label = key, set }: Spec, config: Config): VNode {
  const kept = (config[`${key}_set`] as boolean | undefined) ?? set ?? false
  const onSave = (text: string | null) => saveSecret(key, text, label)
  return html`<${SecretField} ...${{ label, set: kept, onDraft: () => undefined, onSave }} />`
}

function FileOnly({ value }: { value: unknown }) {
  return html`<p class="setting-note">${value ? html`<code>${String(value)}</code>, set in config.ini` : 'Set in config.ini only'}</p>`
}

/** What it does, and what stands in the way of it. */
function aboutOf({ about, restart_required, pinned, source }: Spec): string {
  const restart = restart_required ? ' Takes effect at the next start.' : ''
  const held = pinned ? ` While this run lasts, ${PINNED[source ?? ''] ?? source} decides.` : ''
  return about + restart + held
}

const PINNED: Record<string, string> = {
  'startup argument': 'the command line',
  'environment variable': 'an environment variable',
}

function usualOf({ type, default: usual }: Spec): string {
  if (type === 'switch') return usual ? 'on' : 'off'
  const text = Array.isArray(usual) ? usual.join(', ') : String(usual ?? '')
  return text === '' ? 'none' : text
}
