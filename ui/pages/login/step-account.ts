import { call } from '../../api/client'
import { html, useLayoutEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { PasswordField, TextField } from '../../parts/controls/field'
import { checkSession, logIn } from '../../state/session'
import { useBusy } from '../../state/use-busy'

const SHORTEST = 8

/** The token after the `#` of the address that Panelkeep opened. The token is read once, then removed from the address bar. */
function readToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

type Wrong = { field: 'username' | 'password' | 'token' | 'all'; detail: string }

export function StepAccount({ onName, onDone }: { onName: (name: string) => void; onDone: () => void }) {
  const [brought, setBrought] = useState(readToken)
  const [token, setToken] = useState(brought)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong | undefined>(undefined)
  const { busy, run } = useBusy()
  useLayoutEffect(() => {
    // The link was opened in this page, which does not reload for a new fragment.
    const arrived = () => {
      const found = readToken()
      if (!found) return
      setBrought(found)
      setToken(found)
    }
    addEventListener('hashchange', arrived)
    return () => removeEventListener('hashchange', arrived)
  }, [])
  const submit = async (event: Event) => {
    event.preventDefault()
    const missing = lacking(username, password, token)
    setWrong(missing)
    if (missing) return
    await run(create, { onFailure })
  }
  const create = async () => {
    // The server keeps the next step with the account, so that a closed page reopens there.
    const body = { username: username.trim(), password, setup_token: token.trim(), next_step: 'folders' } as const
    await call('POST /api/auth/setup', { body })
    // The next step is written to the address first: a login without one would leave this page.
    onDone()
    await logIn(username.trim(), password)
  }
  const onFailure = (detail: string) => {
    const field = detail.toLowerCase().includes('token') ? 'token' : 'all'
    void checkSession()
    if (field === 'token') setBrought('')
    setWrong({ field, detail })
  }
  const error = (field: Wrong['field']) => (wrong?.field === field ? wrong.detail : undefined)
  // Typing clears the error.
  const corrected = (field: Wrong['field']) => setWrong((now) => (now?.field === field ? undefined : now))
  const named = (name: string) => {
    corrected('username')
    setUsername(name)
    onName(name)
  }
  const name = {
    label: 'Name',
    value: username,
    onInput: named,
    autocomplete: 'username',
    name: 'username',
    autofocus: true,
    error: error('username'),
  }
  const secret = {
    label: 'Password',
    value: password,
    onInput: (text: string) => {
      corrected('password')
      setPassword(text)
    },
    autocomplete: 'new-password',
    name: 'password',
    hint: `At least ${SHORTEST} characters. Reading apps use it too.`,
    error: error('password'),
  }
  const printed = {
    label: 'Setup token',
    value: token,
    onInput: (text: string) => {
      corrected('token')
      setToken(text)
    },
    code: true,
    autocomplete: 'off',
    hint: 'Panelkeep printed it when it started, in the line “Setup token: …” of its window or log.',
    error: error('token'),
  }
  return html`
    <form class="login-form" data-first onSubmit=${submit} novalidate>
      <h1>Create your account</h1>
      <p class="login-lead">One name and one password open everything: these pages, and the catalog for your tablet.</p>
      <${TextField} ...${name} />
      <${PasswordField} ...${secret} />
      ${!brought && html`<${TextField} ...${printed} />`}
      ${wrong?.field === 'all' && html`<p class="login-wrong" role="alert">${wrong.detail}</p>`}
      <div class="login-actions">
        <${Button} kind="main" size="large" type="submit" busy=${busy}>Create the account<//>
      </div>
    </form>
  `
}

function lacking(username: string, password: string, token: string): Wrong | undefined {
  if (!username.trim()) return { field: 'username', detail: 'Enter a name.' }
  if (password.length < SHORTEST) return { field: 'password', detail: `Use at least ${SHORTEST} characters.` }
  if (!token.trim()) return { field: 'token', detail: 'Enter the setup token that Panelkeep printed when it started.' }
  return undefined
}
