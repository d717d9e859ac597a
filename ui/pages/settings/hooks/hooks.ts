import './hooks.css'
import type { Config, Reply } from '../../../api/contract'
import { type Loading, loaded } from '../../../forms/loaded'
import type { Save } from '../../../forms/saving'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { HookRow } from './hook-row'

type Hooks = Reply<'GET /api/config/hooks'>
export type Hook = Hooks['hooks'][number]

const HOOKS: Record<Hook['hook'], Omit<Setting, 'control' | 'key'>> = {
  komga: {
    label: 'Komga',
    about: 'Looks for new files as soon as some have arrived.',
    words: 'notify scan library reader server api key url',
  },
  kavita: {
    label: 'Kavita',
    about: 'Looks into the folders that got new files.',
    words: 'notify scan folder library reader server api key url',
  },
  webhook: {
    label: 'Webhook',
    about: 'An address of yours gets a JSON message with the series, the issues and the files.',
    words: 'notify post http url script home assistant',
  },
  command: {
    label: 'A program of yours',
    about: 'Is run when files arrived, and gets the series, the issues and the files in its environment.',
    words: 'notify script extra_scripts command shell post processing',
  },
}
const ORDER = ['komga', 'kavita', 'webhook', 'command'] as const

/** Who is told that files have come into the library. */
export function hooksSection(config: Config, save: Save, hooks: Loading<Hooks>): Section {
  return {
    key: 'hooks',
    title: 'Tell other programs',
    settings: ORDER.map((name) => ({
      ...HOOKS[name],
      key: name,
      usual: 'off',
      wide: true,
      control: loaded(hooks, HOOKS[name].label, (data) => {
        const hook = data.hooks.find((one) => one.hook === name)
        return hook ? html`<${HookRow} ...${{ hook, config, save }} />` : null
      }),
    })),
  }
}
