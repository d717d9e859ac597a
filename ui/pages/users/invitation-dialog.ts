import type { Reply } from '../../api/contract'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Copy } from '../../parts/controls/copy'
import { Dialog } from '../../parts/dialogs/dialog'
import { Qr } from '../../parts/icons/qr'
import { exactWords } from '../../parts/text/clock-words'
import { whenWords } from '../../parts/text/when'

export type Invitation = Reply<'POST /api/users/:user_id/invitation'>
export type InvitationDialogProps = { name: string; invitation: Invitation; onClose: () => void }

/** The address with which the user chooses a password. It is shown once. */
export function InvitationDialog({ name, invitation: { url, expires_at }, onClose }: InvitationDialogProps) {
  const foot = html`<${Button} kind="main" onClick=${onClose}>Done<//>`
  return html`
    <${Dialog} open title=${`Invitation for ${name}`} help="users#invitations" onClose=${onClose} foot=${foot}>
      <div class="user-invitation">
        <p>Scan this code with ${name}’s device, or send the address. It opens a page where ${name} chooses a password.</p>
        <${Qr} text=${url} label="QR code of the invitation" />
        <${Copy} text=${url} label="Copy the address" />
        <p class="system-quiet">Good once, until <time datetime=${expires_at} title=${exactWords(expires_at)}>${whenWords(expires_at)}</time>. It is not shown again; a new invitation ends this one.</p>
      </div>
    <//>
  `
}
