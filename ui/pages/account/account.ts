import './account.css'
import { useMutation, useQuery } from '../../api/query'
import { SettingRow } from '../../forms/setting'
import { html } from '../../html'
import { type ConnectAppProps, connectAppSetting } from '../../panels/devices/connect-app'
import { devicesSection } from '../../panels/devices/devices'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { withRoot } from '../../root'
import { checkSession } from '../../state/session'
import { isOwner } from '../../state/user'
import { type AccountRowsProps, accountSections, type ChangeAccount } from './account-rows'

/** What each user sets for themselves. */
export function AccountPage() {
  const { data, error, reload } = useQuery('GET /api/account')
  const save = useMutation('PATCH /api/account', { invalidates: ['GET /api/account', 'GET /api/auth/known-users'] })
  if (!data && error)
    return html`<${ErrorLook} page what="Your account could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data)
    return html`<div class="account"><h1>Account</h1><${Skeleton} count=${6} label="Loading your account" /></div>`
  const change: ChangeAccount = async (body) => {
    if (!(await save.run({ body }))) return false
    // The frame shows the picture, and all dates have the new format.
    await checkSession()
    return true
  }
  const rows = { account: data, busy: save.busy, error: save.error?.detail, change }
  return html`
    <div class="account">
      <h1>Account</h1>
      ${save.error && html`<p class="setting-wrong" role="alert">${save.error.detail}</p>`}
      <${Sections} rows=${rows} />
    </div>
  `
}

function Sections({ rows }: { rows: AccountRowsProps }) {
  const addresses = useCatalogAddresses()
  const devices = devicesSection(addresses.urls)
  const connected = { ...devices, settings: [connectAppSetting(addresses), ...devices.settings] }
  return [...accountSections(rows), connected].map(
    ({ key, title, settings }) => html`
      <section key=${key} aria-labelledby=${`account-${key}`}>
        <h2 id=${`account-${key}`}>${title}</h2>
        ${settings.map((setting) => html`<${SettingRow} key=${setting.key} setting=${setting} />`)}
      </section>
    `,
  )
}

/** The owner may be on the machine itself, whose other addresses only the owner's pages know. */
function useCatalogAddresses(): ConnectAppProps {
  const { data } = useQuery('GET /api/system/network', isOwner() ? undefined : null)
  const closed = 'Allow reading apps in Settings, Reading apps to get an address.'
  if (!isOwner()) return { urls: [`${location.origin}${withRoot('/opds')}`], closed }
  return { urls: data && (data.lan ? data.opds_urls : []), closed }
}
