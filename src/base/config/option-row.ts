import { type Form, type Option, type OptionKind, optionSentences, type SettingsSection } from './option'
import { type OptionName, options } from './options'

/** An option with everything a page needs to draw its field. */
type OptionRow = {
  key: OptionName
  section: string
  type: OptionKind['type']
  label: string
  about: string
  none?: string
  terms?: string
  shown?: SettingsSection
  advanced?: true
  default: unknown
  unit?: string
  least?: number
  most?: number
  words?: readonly string[]
  choices?: readonly string[]
  labels?: readonly string[]
  offers?: readonly number[]
  fileOnly?: true
  manager?: true
  restart_required: boolean
}

/** The row and its current value. */
export type OptionState = OptionRow & {
  /** Absent for a secret. */
  value?: unknown
  /** For a secret: whether it is set. */
  set?: boolean
  /** The option was changed; the change takes effect at the next start. */
  restart_pending: boolean
  pinned: boolean
  source: string
}

export function optionRow(name: OptionName): OptionRow {
  const { pattern: _pattern, fits: _fits, moved: _moved, restart, ...option }: Option & Partial<Form> = options[name]
  // A page that offers durations lists 0 as a choice with its meaning.
  const about = 'offers' in option ? option.about : optionSentences(options[name])
  return { key: name, ...option, about, restart_required: restart === true }
}
