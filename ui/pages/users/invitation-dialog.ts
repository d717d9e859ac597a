import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Copy } from '../../parts/controls/copy'
import { Dialog } from '../../parts/dialogs/dialog'
import { Icon } from '../../parts/icons/icon'
import { Qr } from '../../parts/icons/qr'
import { exactWords } from '../../parts/text/clock-words'
import { whenWords } from '../../parts/text/when'

export type Invitation = Reply<'POST /api/users/:user_id/invitation'>
export type InvitationDialogProps = { name: string; invitation: Invitation; onClose: () => void }

/** The address with which the user chooses a password. It is shown once. */
export function InvitationDialog({ name, invitation, onClose }: InvitationDialogProps) {
  const { expires_at } = invitation
  const { url, isClosed } = useInvitationAddress(invitation.url)
  const foot = html`<${Button} kind="main" onClick=${onClose}>Done<//>`
  return html`
    <${Dialog} open title=${`Invitation for ${name}`} help="users#invitations" onClose=${onClose} foot=${foot}>
      <div class="user-invitation">
        <p>Scan this code with ${name}’s device, or send the address. It opens a page where ${name} chooses a password.</p>
        <${Qr} text=${url} label="QR code of the invitation" />
        <${Copy} text=${url} label="Copy the address" />
        ${isClosed && html`<${Closed} />`}
        <p class="system-quiet">Good once, until <time datetime=${expires_at} title=${exactWords(expires_at)}>${whenWords(expires_at)}</time>. It is not shown again; a new invitation ends this one.</p>
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

/** A page that is open on the machine itself gets an address that other devices do not reach. */
function useInvitationAddress(url: string): { url: string; isClosed: boolean } {
  const network = useQuery('GET /api/system/network').data
  const config = useQuery('GET /api/config').data
  if (!network || !config) return { url, isClosed: false }
  const isClosed = !network.lan || !(config.read_remote === true || network.manage_remote)
  return { url: network.lan ? reachableAddress(url, network.opds_urls) : url, isClosed }
}

/** The address of the catalog is on the network, so the invitation is reached there too. */
export function reachableAddress(url: string, catalogs: readonly string[]): string {
  const [catalog] = catalogs
  const { hostname, pathname } = new URL(url)
  if (!catalog || !/^(?:localhost|127\.|\[::1\])/.test(hostname)) return url
  return new URL(catalog).origin + pathname
}
