import './hooks.css'
import type { Reply } from '../../../api/contract'
import { drawLoaded, type LoadState } from '../../../forms/load-state'
import type { OptionForm } from '../../../forms/option-form'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { HookRow } from './hook-row'

type Hooks = Reply<'GET /api/config/hooks'>
export type Hook = Hooks['hooks'][number]

const HOOKS: Record<Hook['hook'], Omit<Setting, 'control' | 'key'>> = {
  komga: {
    label: 'Komga',
    about: 'Scans its library after each import.',
    terms: 'notify scan library reader server api key url',
  },
  kavita: {
    label: 'Kavita',
    about: 'Scans the folders with new files after each import.',
    terms: 'notify scan folder library reader server api key url',
  },
  webhook: {
    label: 'Webhook',
    about: 'Sends a JSON message with the series, issues and files of each import.',
    terms: 'notify post http url script home assistant',
  },
  command: {
    label: 'Custom program',
    about: 'Runs a program of yours after each import.',
    terms: 'notify script extra_scripts command shell post processing',
  },
}
const ORDER = ['komga', 'kavita', 'webhook', 'command'] as const

/** The programs that are notified of new files in the library. */
export function connectionsSection(form: OptionForm, hooks: LoadState<Hooks>): Section {
  return {
    key: 'connections',
    title: 'Connections',
    settings: ORDER.map((name) => ({
      ...HOOKS[name],
      key: name,
      wide: true,
      control: drawLoaded(hooks, HOOKS[name].label, (data) => {
        const hook = data.hooks.find((one) => one.hook === name)
        return hook ? html`<${HookRow} hook=${hook} form=${form} />` : null
      }),
    })),
  }
}
