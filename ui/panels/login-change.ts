import '../forms/setting.css'
import { call } from '../api/client'
import { invalidate } from '../api/query'
import { html, useState } from '../html'
import { Button } from '../parts/controls/button'
import { PasswordField, TextField } from '../parts/controls/field'
import { Dialog } from '../parts/dialogs/dialog'
import { checkSession } from '../state/session'
import { showToast } from '../state/toasts'
import { useBusy } from '../state/use-busy'
import { currentUser } from '../state/user'

const SHORTEST = 8

/** The button that changes the name and password of this user. */
export function LoginChange({ username }: { username: string }) {
  const [open, setOpen] = useState(false)
  return html`
    <${Button} onClick=${() => setOpen(true)}>Change<//>
    ${open && html`<${LoginDialog} username=${username} onClose=${() => setOpen(false)} />`}
  `
}

type Change = { name?: string; password?: string; current_password: string }

/** The owner's login is an option of config.ini, with an endpoint of its own. */
function saveLogin({ name, password, current_password }: Change): Promise<unknown> {
  const role = currentUser.peek()?.role
  if (role === 'manager' || role === 'reader')
    return call('PATCH /api/account', { body: { name, password, current_password } })
  return call('PUT /api/auth/account', { body: { current_password, username: name, new_password: password } })
}

function LoginDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [name, setName] = useState(username)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [short, setShort] = useState<string | undefined>(undefined)
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  const submit = async (event: Event) => {
    event.preventDefault()
    const isShort = next !== '' && next.length < SHORTEST
    setShort(isShort ? `Use at least ${SHORTEST} characters.` : undefined)
    if (isShort) return
    await run(save, { onFailure: setWrong })
  }
  const save = async () => {
    await saveLogin({ name: name.trim() || undefined, password: next || undefined, current_password: current })
    invalidate('GET /api/config')
    invalidate('GET /api/account')
    await checkSession()
    showToast(next ? 'The login is changed. Enter the new password in your reading apps too.' : 'The name is changed.')
    onClose()
  }
  /** An error is about the text that was sent. */
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text)
    setShort(undefined)
    setWrong(undefined)
  }
  const fields = {
    name: { label: 'Name', value: name, onInput: typed(setName), autocomplete: 'username' },
    next: {
      label: 'New password',
      value: next,
      onInput: typed(setNext),
      autocomplete: 'new-password',
      hint: `At least ${SHORTEST} characters. Leave empty to keep the old one.`,
      error: short,
    },
    current: {
      label: 'Current password',
      value: current,
      onInput: typed(setCurrent),
      autocomplete: 'current-password',
      error: wrong,
    },
  }
  const unchanged = name.trim() === username && next === ''
  return html`
    <${Dialog} open title="Name and password" onClose=${onClose}>
      <form class="setting-form" onSubmit=${submit}>
        <${TextField} ...${fields.name} />
        <${PasswordField} ...${fields.next} />
        <${PasswordField} ...${fields.current} />
        <${Button} kind="main" type="submit" busy=${busy} disabled=${unchanged || current === ''}>Change the login<//>
      </form>
    <//>
  `
}
