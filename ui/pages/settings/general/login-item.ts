import { call } from '../../../api/client'
import { cacheReply, useQuery } from '../../../api/query'
import type { Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { Switch } from '../../../parts/controls/field'
import { showToast } from '../../../state/toasts'
import { useBusy } from '../../../state/use-busy'

const NAME = 'GET /api/system/login-item'

/** Starting at login, a setting of the operating system and not of Panelkeep. */
export const loginItemSetting = (): Setting => ({
  key: 'login_item',
  label: 'Start when I log in',
  about: 'Starts with the computer that Panelkeep runs on, as soon as you log in there.',
  terms: 'autostart boot startup login item',
  control: html`<${LoginItem} />`,
})

function LoginItem() {
  const { data } = useQuery(NAME)
  const { busy, run } = useBusy()
  if (!data) return null
  if (data.starts_at_login === null) return html`<p class="setting-note">${data.reason}</p>`
  const turn = (on: boolean) =>
    run(async () => {
      cacheReply(NAME, undefined, await call('PUT /api/system/login-item', { body: { starts_at_login: on } }))
      showToast(on ? 'Panelkeep starts when you log in.' : 'Panelkeep no longer starts when you log in.')
    })
  return html`<${Switch} label="Start when I log in" on=${data.starts_at_login} disabled=${busy} onChange=${turn} unlabelled />`
}
