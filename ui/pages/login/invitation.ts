import './login.css'
import './invitation.css'
import { useRoute } from 'preact-iso'
import { call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { PasswordField } from '../../parts/controls/field'
import { Avatar } from '../../parts/icons/avatar'
import { reloadApp, session } from '../../state/session'
import { useBusy } from '../../state/use-busy'
import { ShopScene } from './scene'

const SHORTEST = 8
const OPEN = { light: true, comics: true, manga: true, tablet: false, waves: false, open: true }
const SHUT = { light: false, comics: false, manga: false, tablet: false, waves: false, open: false }

/** Where an invited user chooses a password. */
export function InvitationPage() {
  const token = useRoute().params.token ?? ''
  const { data, error } = useQuery('GET /api/auth/invitation/:token', { params: { token } })
  useEffect(() => {
    document.title = 'Invitation · Panelkeep'
  }, [])
  const shop = { name: data ? `${data.house}’s comics` : 'Panelkeep', ...(error && !data ? SHUT : OPEN) }
  return html`
    <${ShopScene} shop=${shop}>
      ${data && html`<${ChoosePassword} token=${token} invitation=${data} />`}
      ${error && !data && html`<${NoInvitation} detail=${error.detail} />`}
    <//>
  `
}

function NoInvitation({ detail }: { detail: string }) {
  return html`
    <div class="login-form">
      <h1>This invitation does not work</h1>
      <p class="login-lead">${detail}</p>
      <p class="login-lead">If you already chose a password, log in with your name.</p>
      <${Button} kind="main" size="large" href="/login">Log in<//>
    </div>
  `
}

type Invitation = Reply<'GET /api/auth/invitation/:token'>

function ChoosePassword({ token, invitation }: { token: string; invitation: Invitation }) {
  const { name, colour, house } = invitation
  const here = session.value
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [wrong, setWrong] = useState<Wrong | undefined>(undefined)
  const { busy, run } = useBusy()
  const submit = async (event: Event) => {
    event.preventDefault()
    const found = wrongPassword(password, again)
    setWrong(found)
    if (found) return
    await run(join, { onFailure: (detail) => setWrong({ field: 'all', detail }) })
  }
  const join = async () => {
    await call('POST /api/auth/invitation/:token', { params: { token }, body: { password } })
    await reloadApp()
  }
  const error = (field: Wrong['field']) => (wrong?.field === field ? wrong.detail : undefined)
  const first = {
    label: 'Password',
    value: password,
    hint: `At least ${SHORTEST} characters. Reading apps use it too.`,
    error: error('password'),
    autocomplete: 'new-password',
    name: 'password',
    autofocus: true,
    onInput: setPassword,
  }
  const second = {
    label: 'Password again',
    value: again,
    error: error('again'),
    autocomplete: 'new-password',
    name: 'again',
    onInput: setAgain,
  }
  return html`
    <form class="login-form" onSubmit=${submit} novalidate>
      <div class="invitation-who">
        <${Avatar} name=${name} colour=${colour} picture=${null} size="large" />
        <h1>Hello, ${name}</h1>
      </div>
      <p class="login-lead">${house} invites you to read here. Choose a password; you log in with it and the name ${name}.</p>
      ${here.is === 'in' && html`<p class="login-lead">This browser is logged in as ${here.username}, who is logged out then.</p>`}
      <input type="text" name="username" autocomplete="username" value=${name} readonly hidden />
      <${PasswordField} ...${first} />
      <${PasswordField} ...${second} />
      ${wrong?.field === 'all' && html`<p class="login-wrong" role="alert">${wrong.detail}</p>`}
      <div class="login-actions">
        <${Button} kind="main" size="large" type="submit" busy=${busy}>Start reading<//>
      </div>
    </form>
  `
}

type Wrong = { field: 'password' | 'again' | 'all'; detail: string }

function wrongPassword(password: string, again: string): Wrong | undefined {
  if (password.length < SHORTEST) return { field: 'password', detail: `Use at least ${SHORTEST} characters.` }
  return password === again ? undefined : { field: 'again', detail: 'The passwords differ.' }
}
