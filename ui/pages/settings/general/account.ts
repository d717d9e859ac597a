import { call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { PasswordField, TextField } from '../../../parts/controls/field'
import { Dialog } from '../../../parts/dialogs/dialog'
import { checkSession, logOut } from '../../../state/session'
import { showToast } from '../../../state/toasts'
import { useBusy } from '../../../state/use-busy'

const SHORTEST = 8

export function accountSection(form: OptionForm): Section {
  const username = String(form.config.http_username ?? '')
  return {
    key: 'account',
    title: 'Account',
    settings: [
      {
        key: 'login',
        label: 'Name and password',
        about: `You are logged in${username && ` as ${username}`}. Reading apps use the same name and password.`,
        terms: 'user change',
        control: html`<${LoginChange} username=${username} />`,
      },
      form.row('login_timeout'),
      form.row('requests_per_week'),
      {
        key: 'logout',
        label: 'Log out',
        about: 'Ends the login in this browser only.',
        control: html`<${LogOut} />`,
      },
    ],
  }
}

function LogOut() {
  const leave = () => logOut().catch((cause: Error) => showToast(cause.message, { kind: 'error' }))
  return html`<${Button} icon="log-out" onClick=${leave}>Log out<//>`
}

function LoginChange({ username }: { username: string }) {
  const [open, setOpen] = useState(false)
  return html`
    <${Button} onClick=${() => setOpen(true)}>Change<//>
    ${open && html`<${LoginDialog} username=${username} onClose=${() => setOpen(false)} />`}
  `
}

function LoginDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [name, setName] = useState(username)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  const submit = async (event: Event) => {
    event.preventDefault()
    const short = next !== '' && next.length < SHORTEST
    setWrong(short ? `The new password has ${next.length} characters; ${SHORTEST} are the least.` : undefined)
    if (short) return
    await run(save, { onFailure: setWrong })
  }
  const save = async () => {
    const body = { current_password: current, username: name.trim() || undefined, new_password: next || undefined }
    await call('PUT /api/auth/account', { body })
    invalidate('GET /api/config')
    await checkSession()
    showToast(next ? 'The login is changed. Enter the new password in your reading apps too.' : 'The name is changed.')
    onClose()
  }
  const fields = {
    name: { label: 'Name', value: name, onInput: setName, autocomplete: 'username' },
    next: {
      label: 'New password',
      value: next,
      onInput: setNext,
      autocomplete: 'new-password',
      hint: `At least ${SHORTEST} characters. Leave empty to keep the old one.`,
    },
    current: {
      label: 'Current password',
      value: current,
      onInput: setCurrent,
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
