import { useMutation } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { COLOURS } from '../../../parts/controls/colour-choice'
import { Dialog } from '../../../parts/dialogs/dialog'
import { type Invitation, InvitationDialog } from './invitation-dialog'
import type { LimitChoices } from './limits-draft'
import { type UserDraft, UserFields } from './user-fields'

export type AddUserProps = { count: number; choices: LimitChoices; onClose: () => void }

/** A new user, then the invitation to hand over. */
export function AddUser({ count, choices, onClose }: AddUserProps) {
  const [draft, setDraft] = useState<UserDraft>(() => ({
    name: '',
    // Each new user has another colour than the one before.
    colour: COLOURS[(count * 3 + 1) % COLOURS.length]?.value ?? 'red',
    role: 'reader',
    limits: null,
  }))
  const [refused, setRefused] = useState<UserDraft | undefined>(undefined)
  const [made, setMade] = useState<Invitation | undefined>(undefined)
  const add = useMutation('POST /api/users', { invalidates: ['GET /api/users'] })
  const name = draft.name.trim()
  if (made) return html`<${InvitationDialog} name=${name} invitation=${made} onClose=${onClose} />`
  const save = async () => {
    if (name === '' || add.busy) return
    const reply = await add.run({ body: { ...draft, name } })
    if (reply) setMade(reply.invitation)
    else setRefused(draft)
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${add.busy} disabled=${name === ''} onClick=${save}>Add and invite<//>
  `
  const fields = {
    draft,
    choices,
    error: draft === refused ? add.error?.detail : undefined,
    onDraft: setDraft,
    onSubmit: save,
  }
  return html`
    <${Dialog} open kind="sheet" title="Add a user" help="users#add-a-user" onClose=${onClose} foot=${foot}>
      <${UserFields} ...${fields} />
    <//>
  `
}
