import { type Form, type Kind, type Option, type SettingsSection, sentencesOf } from './option'
import { type OptionName, options } from './options'

/** An option for a page that draws itself from it. */
export type OptionRow = {
  key: OptionName
  section: string
  type: Kind['type']
  label: string
  about: string
  none?: string
  terms?: string
  shown?: SettingsSection
  default: unknown
  unit?: string
  least?: number
  most?: number
  words?: readonly string[]
  choices?: readonly string[]
  labels?: readonly string[]
  offers?: readonly number[]
  fileOnly?: true
  restart_required: boolean
}

/** The same, and what it says now. */
export type OptionState = OptionRow & {
  /** Missing of a secret. */
  value?: unknown
  /** Of a secret: whether one is kept. */
  set?: boolean
  /** It was changed, and shows after the next start. */
  restart_pending: boolean
  pinned: boolean
  source: string
}

export function optionRow(name: OptionName): OptionRow {
  const { pattern: _pattern, fits: _fits, restart, ...option }: Option & Partial<Form> = options[name]
  // Where a page offers lengths of time, 0 is one of them and says what it means.
  const about = 'offers' in option ? option.about : sentencesOf(options[name])
  return { key: name, ...option, about, restart_required: restart === true }
}
