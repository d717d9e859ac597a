import type { Config } from '../../../api/contract'
import { useQuery } from '../../../api/query'
import { plainSettings } from '../../../forms/plain-setting'
import { saveOver } from '../../../forms/saving'
import { type Setting, SettingRow } from '../../../forms/setting'
import { html } from '../../../html'

/** When backups are made, where they go and how long they stay. */
export function BackupSettings({ folder }: { folder: string }) {
  const { data } = useQuery('GET /api/config')
  if (!data) return null
  return html`
    <section class="system-section" id="settings">
      <h2>When, where and how long</h2>
      ${settingsOf(data, folder).map((setting) => html`<${SettingRow} key=${setting.key} setting=${setting} />`)}
    </section>
  `
}

function settingsOf(config: Config, folder: string): Setting[] {
  const { number, folder: place } = plainSettings(config, saveOver(config))
  return [
    number(
      {
        key: 'backup_interval',
        label: 'How often',
        about: 'Time between two backups. 0 makes them only when you ask and before updates.',
        usual: '1,440 minutes, once a day',
      },
      { unit: 'minutes', max: 525_600 },
    ),
    number(
      {
        key: 'backup_retention',
        label: 'How many stay',
        about:
          'Of each kind so many stay: those made by themselves, those you asked for, those before updates. 0 keeps all.',
        usual: '7',
      },
      { unit: 'backups', max: 1_000 },
    ),
    number(
      {
        key: 'backup_days',
        label: 'How long they stay',
        about: 'Older ones go, the last good one never. 0 keeps them for ever.',
        usual: '30 days',
      },
      { unit: 'days', max: 36_500 },
    ),
    place(
      {
        key: 'backup_location',
        label: 'Where they go',
        about: `Now they go to ${folder}. Another disk is a good idea.`,
      },
      { none: 'Keep them with the data of Panelkeep', choose: 'Choose another folder' },
    ),
  ]
}
