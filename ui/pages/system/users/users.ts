import '../../../parts/dialogs/sheet.css'
import './users.css'
import { call } from '../../../api/client'
import type { Reply } from '../../../api/contract'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { Button } from '../../../parts/controls/button'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { TimeText } from '../../../parts/text/when'
import { useRunWithToast } from '../../../state/run-with-toast'
import { AddUser } from './add-user'
import { EditUser } from './edit-user'
import { type Invitation, InvitationDialog } from './invitation-dialog'
import type { LimitChoices } from './limits-draft'
import { UserRow } from './user-row'
import type { User } from './user-words'

/** Who may read here, and what. */
export function UsersPage() {
  return html`<${SystemPage} tab="users"><${UsersView} /><//>`
}

type Invited = { name: string; invitation: Invitation }

function UsersView() {
  const { data, error, reload } = useQuery('GET /api/users')
  const choices = useLimitChoices()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<User | undefined>(undefined)
  const [invited, setInvited] = useState<Invited | undefined>(undefined)
  if (!data && error)
    return html`<${ErrorLook} what="The users could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${4} label="Loading the users" />`
  return html`
    <div class="system-bar">
      <p>Everyone has a name, a password and their own progress, lists and bookmarks.</p>
      <${Button} kind="main" icon="plus" onClick=${() => setAdding(true)}>Add a user<//>
    </div>
    <ul class="users" aria-label="Users">
      ${data.users.map((user) => {
        const row = {
          user,
          choices,
          onEdit: () => setEdited(user),
          onInvited: (invitation: Invitation) => setInvited({ name: user.name, invitation }),
        }
        return html`<${UserRow} key=${user.user_id} ...${row} />`
      })}
    </ul>
    ${data.deleted.length > 0 && html`<${Deleted} deleted=${data.deleted} />`}
    ${adding && html`<${AddUser} count=${data.users.length} choices=${choices} onClose=${() => setAdding(false)} />`}
    ${edited && html`<${EditUser} key=${edited.user_id} user=${edited} choices=${choices} onClose=${() => setEdited(undefined)} />`}
    ${invited && html`<${InvitationDialog} ...${invited} onClose=${() => setInvited(undefined)} />`}
  `
}

/** The tags and collections that limits can name. Without them the other limits still work. */
function useLimitChoices(): LimitChoices {
  const tags = useQuery('GET /api/tags').data?.tags ?? []
  const collections = useQuery('GET /api/collections').data?.collections ?? []
  return { tags, collections }
}

type DeletedUser = Reply<'GET /api/users'>['deleted'][number]

function Deleted({ deleted }: { deleted: readonly DeletedUser[] }) {
  return html`
    <section class="system-section">
      <h2>Deleted</h2>
      <ul aria-label="Deleted users">${deleted.map((user) => html`<${DeletedRow} key=${user.user_id} user=${user} />`)}</ul>
    </section>
  `
}

function DeletedRow({ user: { user_id, name, deleted_at } }: { user: DeletedUser }) {
  const { busy, perform } = useRunWithToast()
  const restore = async () => {
    await perform(() => call('POST /api/users/:user_id/restore', { params: { user_id } }), `${name} is restored.`)
    invalidate('GET /api/users')
  }
  return html`
    <li class="system-row user-deleted">
      <p><span class="system-name">${name}</span> <span class="system-quiet">Deleted <${TimeText} at=${deleted_at} />. Progress is kept for 30 days.</span></p>
      <${Button} icon="undo" busy=${busy} label=${`Restore ${name}`} onClick=${restore}>Restore<//>
    </li>
  `
}
