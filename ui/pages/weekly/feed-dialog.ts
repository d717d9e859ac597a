import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Copy } from '../../parts/controls/copy'
import { Confirm, Dialog } from '../../parts/dialogs/dialog'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { withRoot } from '../../root'
import { runWithToast } from '../../state/run-with-toast'
import { isManager } from '../../state/user'

const FEED = 'GET /api/releases/calendar'

/** The address of the calendar feed: copy, renew, revoke. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { data, error, reload } = useQuery(FEED)
  const network = useQuery('GET /api/system/network', isManager() ? null : undefined).data
  const [asking, setAsking] = useState<'renew' | 'revoke' | undefined>(undefined)
  const make = async () => {
    setAsking(undefined)
    await runWithToast(() => call('POST /api/releases/calendar'), data?.path ? 'New feed address created.' : undefined)
    invalidate(FEED)
  }
  const revoke = async () => {
    setAsking(undefined)
    await runWithToast(() => call('DELETE /api/releases/calendar'), 'Feed address revoked.')
    invalidate(FEED)
  }
  const path = data?.path
  const foot = path
    ? html`<${Button} kind="quiet" onClick=${() => setAsking('revoke')}>Revoke<//><${Button} icon="refresh" onClick=${() => setAsking('renew')}>Renew<//>`
    : data && html`<${Button} kind="main" icon="link" onClick=${make}>Create address<//>`
  const body = error
    ? html`<${ErrorLook} what="The address could not be loaded" detail=${error.detail} onRetry=${reload} />`
    : !data
      ? html`<${Skeleton} kind="rows" count=${2} label="Loading the address" />`
      : path &&
        html`${addressesOf(path, network).map((address) => html`<${Copy} key=${address} text=${address} label="Copy the address" />`)}`
  return html`
    <${Dialog} open title="Calendar feed" foot=${foot} help="wanted#calendar-feed" onClose=${onClose}>
      <div class="feed-dialog">
        <p>Shows releases of your series in a calendar app: one week back and four weeks ahead. Issues that you own are confirmed, others tentative.</p>
        ${body}
        ${path && html`<p class="feed-hint">Anyone with this address can see your releases.${network?.lan === false ? ' Other devices reach it once reading apps on your network are allowed in Settings, Reading apps.' : ''}</p>`}
      </div>
    <//>
    <${Confirm}
      open=${asking !== undefined}
      title=${asking === 'revoke' ? 'Revoke the address?' : 'Renew the address?'}
      text="Calendars that use the current address stop updating."
      action=${asking === 'revoke' ? 'Revoke' : 'Renew'}
      danger=${asking === 'revoke'}
      onConfirm=${asking === 'revoke' ? revoke : make}
      onClose=${() => setAsking(undefined)}
    />
  `
}

type Network = { opds_urls: readonly string[] } | undefined

/** For other devices the addresses of the catalog lead there; without any, this page's own. */
function addressesOf(path: string, network: Network): string[] {
  const bases = (network?.opds_urls ?? []).map((url) => url.replace(/\/opds\/?$/, ''))
  return bases.length > 0 ? bases.map((base) => `${base}${path}`) : [`${location.origin}${withRoot(path)}`]
}
