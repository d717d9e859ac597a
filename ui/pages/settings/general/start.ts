import type { Config } from '../../../api/contract'
import type { Save } from '../../../forms/saving'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { NumberField, SelectField, Switch } from '../../../parts/controls/field'
import { loginItemSetting } from './login-item'

const LEVELS = [
  { value: '0', label: 'Warnings only' },
  { value: '1', label: 'What happens' },
  { value: '2', label: 'Everything' },
]

export function startSection(config: Config, save: Save): Section {
  const browser = {
    label: 'Open the browser',
    unlabelled: true,
    on: Boolean(config.launch_browser),
    onChange: (on: boolean) => save('launch_browser', on, 'Opening the browser'),
  }
  const port = {
    label: 'Port',
    unlabelled: true,
    value: Number(config.http_port),
    min: 1,
    max: 65_535,
    onChange: (value: number) => save('http_port', value, 'The port'),
  }
  const level = {
    label: 'Log',
    unlabelled: true,
    value: String(config.log_level ?? 1),
    choices: LEVELS,
    onChange: (value: string) => save('log_level', Number(value), 'The log level'),
  }
  return {
    key: 'start',
    title: 'Start and log',
    settings: [
      loginItemSetting(),
      {
        key: 'launch_browser',
        label: 'Open the browser',
        about: 'Opens these pages whenever Panelkeep starts.',
        usual: 'on',
        control: html`<${Switch} ...${browser} />`,
      },
      {
        key: 'http_port',
        label: 'Port',
        about: 'Where Panelkeep listens. Takes effect at the next start; reading apps need the new address then.',
        usual: '8090',
        words: 'http_port address',
        control: html`<${NumberField} ...${port} />`,
      },
      {
        key: 'log_level',
        label: 'Log',
        about: 'How much is written down about what Panelkeep does.',
        usual: 'what happens',
        words: 'debug level',
        control: html`<${SelectField} ...${level} />`,
      },
    ],
  }
}
