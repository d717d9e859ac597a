import { html } from '../../../html'
import { SelectField, TextField } from '../../../parts/controls/field'
import type { PartProps } from './client-form'
import type { Client } from './client-words'

type Settings = Client['settings']

const PRIORITIES = [
  { value: 'default', label: 'As the client has it' },
  { value: 'low', label: 'Low' },
  { value: 'normal', label: 'Normal' },
  { value: 'high', label: 'High' },
  { value: 'force', label: 'Immediately, even while paused' },
]
const STARTS = [
  { value: 'now', label: 'Normally' },
  { value: 'paused', label: 'Paused, until you start it' },
  { value: 'forced', label: 'Immediately, ignoring limits' },
]
/** Clients without a queue order. */
const UNFORCED = ['aria2', 'rtorrent']

/** The settings that a client gets with each release. */
export function GrabSettings({ preset, draft, set }: PartProps) {
  const { settings, protocol } = draft
  const turn = (change: Partial<Settings>) => set({ settings: { ...settings, ...change } })
  if (protocol === 'usenet') {
    const priority = {
      label: 'Priority',
      value: settings.priority ?? 'default',
      choices: PRIORITIES,
      onChange: (value: string) => turn({ priority: value as Settings['priority'] }),
    }
    return html`<fieldset class="client-part"><legend>Sent with each download</legend><${SelectField} ...${priority} /></fieldset>`
  }
  const directory = {
    label: 'Folder',
    code: true,
    value: settings.directory ?? '',
    hint: 'As the client sees it. Leave empty for the default of the client.',
    onInput: (value: string) => turn({ directory: value }),
  }
  const start = {
    label: 'How it starts',
    value: settings.start ?? 'now',
    choices: STARTS.filter(({ value }) => value !== 'forced' || !UNFORCED.includes(preset.type)),
    onChange: (value: string) => turn({ start: value as Settings['start'] }),
  }
  return html`
    <fieldset class="client-part">
      <legend>Sent with each download</legend>
      <${TextField} ...${directory} />
      <${SelectField} ...${start} />
    </fieldset>
  `
}
