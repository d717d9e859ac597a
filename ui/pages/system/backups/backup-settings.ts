import { useOptionForm } from '../../../forms/option-form'
import { SettingRow } from '../../../forms/setting'
import { html } from '../../../html'

/** The schedule, folder and number of backups. `folder` is the current folder. */
export function BackupSettings({ folder }: { folder: string }) {
  const { form } = useOptionForm()
  if (!form) return null
  const place = form.row('backup_location')
  const rows = [
    ...form.rows('backup_interval', 'backup_retention', 'backup_days'),
    { ...place, about: `${place.about} Now: ${folder}.` },
  ]
  return html`
    <section class="system-section" id="settings">
      <h2>Schedule and storage</h2>
      ${rows.map((setting) => html`<${SettingRow} key=${setting.key} setting=${setting} />`)}
    </section>
  `
}
