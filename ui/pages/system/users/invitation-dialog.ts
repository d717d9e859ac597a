import type { Reply } from '../../../api/contract'
import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Copy } from '../../../parts/controls/copy'
import { Dialog } from '../../../parts/dialogs/dialog'
import { Icon } from '../../../parts/icons/icon'
import { Qr } from '../../../parts/icons/qr'
import { Skeleton } from '../../../parts/status/skeleton'
import { exactWords } from '../../../parts/text/clock-words'
import { whenWords } from '../../../parts/text/when'

export type Invitation = Reply<'POST /api/users/:user_id/invitation'>
export type InvitationDialogProps = { name: string; invitation: Invitation; onClose: () => void }

/** The address with which the user chooses a password. It is shown once. */
export function InvitationDialog({ name, invitation, onClose }: InvitationDialogProps) {
  const { expires_at } = invitation
  const { url, isClosed } = useInvitationAddress(invitation.url) ?? {}
  const foot = html`<${Button} kind="main" onClick=${onClose}>Done<//>`
  return html`
    <${Dialog} open title=${`Invitation for ${name}`} help="users#invitations" onClose=${onClose} foot=${foot}>
      <div class="user-invitation">
        <p>Scan this code with ${name}’s device, or send the address. It opens a page where ${name} chooses a password.</p>
        ${
          url
            ? html`<${Qr} text=${url} label="QR code of the invitation" /><${Copy} text=${url} label="Copy the address" />`
            : html`<${Skeleton} count=${1} label="Loading the address" />`
        }
        ${isClosed && html`<${Closed} />`}
        <p class="system-quiet">Works once, until <time datetime=${expires_at} title=${exactWords(expires_at)}>${whenWords(expires_at)}</time>. It is not shown again. A new invitation replaces it.</p>
      </div>
    <//>
  `
}

function Closed() {
  return html`
    <p class="user-empty">
      <${Icon} name="warning" size="small" />
      <span>Other devices cannot read yet. Turn on the switches for your network in <a href="/settings#reading-apps">Settings, Reading apps</a>.</span>
    </p>
  `
}

/**
 * A page that is open on the machine itself gets an address that other devices do not reach. Undefined while the
 * network is not known.
 */
function useInvitationAddress(url: string): { url: string; isClosed: boolean } | undefined {
  const { data: network, error } = useQuery('GET /api/system/network')
  const { data: config } = useQuery('GET /api/config')
  if (!network) return error && { url, isClosed: false }
  const reads = network.manage_remote || config === undefined || config.read_remote === true
  return { url: network.lan ? reachableAddress(url, network.opds_urls) : url, isClosed: !network.lan || !reads }
}

/** The address of the catalog is on the network, so the invitation is reached there too. */
export function reachableAddress(url: string, catalogs: readonly string[]): string {
  const [catalog] = catalogs
  const { hostname, pathname } = new URL(url)
  if (!catalog || !/^(?:localhost|127\.|\[::1\])/.test(hostname)) return url
  return new URL(catalog).origin + pathname
}
