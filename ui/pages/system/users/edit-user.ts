import { useMutation } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Dialog } from '../../../parts/dialogs/dialog'
import { showToast } from '../../../state/toasts'
import type { LimitChoices } from './limits-draft'
import { type UserDraft, UserFields } from './user-fields'
import type { User } from './user-words'

export type EditUserProps = { user: User; choices: LimitChoices; onClose: () => void }

/** The name, role and limits of a user who exists. */
export function EditUser({ user, choices, onClose }: EditUserProps) {
  const { user_id } = user
  const [draft, setDraft] = useState<UserDraft>(() => ({
    name: user.name,
    colour: user.colour,
    role: user.role === 'manager' ? 'manager' : 'reader',
    limits: user.limits,
  }))
  const [refused, setRefused] = useState<UserDraft | undefined>(undefined)
  const change = useMutation('PATCH /api/users/:user_id', { invalidates: ['GET /api/users'] })
  const name = draft.name.trim()
  const save = async () => {
    if (name === '' || change.busy) return
    if (!(await change.run({ params: { user_id }, body: { ...draft, name } }))) return setRefused(draft)
    showToast(`${name} is saved.`)
    onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${change.busy} disabled=${name === ''} onClick=${save}>Save<//>
  `
  const fields = {
    draft,
    choices,
    error: draft === refused ? change.error?.detail : undefined,
    onDraft: setDraft,
    onSubmit: save,
  }
  return html`
    <${Dialog} open kind="sheet" title=${user.name} help="users#limits" onClose=${onClose} foot=${foot}>
      <${UserFields} ...${fields} />
    <//>
  `
}
