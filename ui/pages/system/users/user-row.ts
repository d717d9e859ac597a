import { call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Menu } from '../../../parts/controls/menu'
import { Confirm } from '../../../parts/dialogs/dialog'
import { Avatar } from '../../../parts/icons/avatar'
import { exactWords } from '../../../parts/text/clock-words'
import { issuePath } from '../../../parts/text/series-path'
import { runWithToast, useRunWithToast } from '../../../state/run-with-toast'
import type { Invitation } from './invitation-dialog'
import type { LimitChoices } from './limits-draft'
import { accessWords, invitedWords, limitsWords, ROLES, seenWords, type User } from './user-words'

export type UserRowProps = {
  user: User
  choices: LimitChoices
  onEdit: () => void
  onInvited: (invitation: Invitation) => void
}

export function UserRow({ user, choices, onEdit, onInvited }: UserRowProps) {
  const { name, role, limits, last_seen_at } = user
  const exact = last_seen_at === null ? undefined : exactWords(last_seen_at)
  const access = accessWords(user)
  const invited = invitedWords(user)
  return html`
    <li class="system-row user">
      <${Avatar} name=${name} colour=${user.colour} picture=${user.picture} />
      <div class="user-who">
        <p class="system-name">${name} <span class="user-role">${ROLES[role].label}</span></p>
        ${role !== 'owner' && html`<p class="system-quiet">${limitsWords(limits, choices).join('. ')}</p>`}
        <${Lately} user=${user} />
      </div>
      <p class="user-seen system-quiet">
        <span title=${exact}>${seenWords(user, Date.now())}</span>
        ${invited && html`<span>${invited}</span>`}
        ${access && html`<span>${access}</span>`}
      </p>
      <div class="system-does">
        ${
          role === 'owner'
            ? html`<${Button} href="/account">Account<//>`
            : html`
          <${Button} label=${`Edit ${name}`} onClick=${onEdit}>Edit<//>
          <${UserMenu} user=${user} onInvited=${onInvited} />
        `
        }
      </div>
    </li>
  `
}

/** What the user read last; only of users who share it. */
function Lately({ user: { lately } }: { user: User }) {
  if (!lately || lately.length === 0) return null
  const links = lately.map(({ comic_id, issue_id, series_name, label }, at) => {
    const comma = at > 0 && ', '
    return html`${comma}<a key=${issue_id} class="system-link" href=${issuePath(comic_id, issue_id)}>${`${series_name} ${label}`}</a>`
  })
  return html`<p class="system-quiet">Read lately: ${links}</p>`
}

type Question = { title: string; text: string; action: string; run: () => Promise<unknown>; done: string }

function UserMenu({ user, onInvited }: Pick<UserRowProps, 'user' | 'onInvited'>) {
  const { user_id, name, last_seen_at } = user
  const params = { user_id }
  const [question, setQuestion] = useState<Question | undefined>(undefined)
  const invite = () =>
    runWithToast(async () => {
      const invitation = await call('POST /api/users/:user_id/invitation', { params })
      invalidate('GET /api/users')
      onInvited(invitation)
    })
  const ends: Question = {
    title: `End the sessions of ${name}?`,
    text: 'Every browser is logged out. Keys of reading apps keep working.',
    action: 'End the sessions',
    run: () => call('DELETE /api/users/:user_id/sessions', { params }),
    done: `The sessions of ${name} have ended.`,
  }
  const deletes: Question = {
    title: `Delete ${name}?`,
    text: 'Sessions and keys of reading apps end at once. Progress, lists and bookmarks are kept for 30 days; you can restore the user until then.',
    action: 'Delete the user',
    run: () => call('DELETE /api/users/:user_id', { params }),
    done: `${name} is deleted.`,
  }
  // A user with a password gets a new one with the invitation.
  const items = [
    { label: last_seen_at === null ? 'New invitation' : 'Invite to set a new password', icon: 'link', onPick: invite },
    { label: 'End sessions', icon: 'log-out', onPick: () => setQuestion(ends) },
    { label: 'Delete', icon: 'trash', danger: true, apart: true, onPick: () => setQuestion(deletes) },
  ]
  return html`
    <${Menu} title=${`More for ${name}`} items=${items} />
    ${question && html`<${Ask} question=${question} onClose=${() => setQuestion(undefined)} />`}
  `
}

function Ask({ question, onClose }: { question: Question; onClose: () => void }) {
  const { title, text, action, run, done } = question
  const { busy, perform } = useRunWithToast()
  const onConfirm = async () => {
    const isDone = await perform(run, done)
    invalidate('GET /api/users')
    if (isDone) onClose()
  }
  const confirm = { title, text, action, danger: true, busy, onConfirm, onClose }
  return html`<${Confirm} open ...${confirm} />`
}
