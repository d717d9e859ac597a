import { ApiError } from '../../api/client'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { KnownUsers, type KnownUsersProps, Unlock } from '../../panels/known-users'
import { Button } from '../../parts/controls/button'
import { PasswordField, TextField } from '../../parts/controls/field'
import { enter, logIn } from '../../state/session'
import { useBusy } from '../../state/use-busy'
import { countdownWords, useCountdown } from './countdown'
import { ShopScene } from './scene'

const LIT = { light: true, comics: true, manga: false, tablet: false, waves: false, open: true }

const DARK = { light: false, comics: false, manga: false, tablet: false, waves: false, open: false }

/** `shut` draws the shop dark and hides the help for a forgotten password: the library is damaged. */
type LoginFormProps = { title?: string; lead?: string; shut?: boolean }

/** Users who logged in on this device before are offered by picture. */
export function LoginForm(props: LoginFormProps) {
  const known = useQuery('GET /api/auth/known-users', props.shut ? null : undefined)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  // Drawn once the answer is here, so that the form does not move under a finger.
  if (known.loading) return html`<${ShopScene} shop=${{ name: 'Panelkeep', ...LIT }} />`
  const users = known.data?.users ?? []
  const user = users.find(({ user_id }) => user_id === chosen)
  if (user) {
    const unlock = { user, onBack: () => setChosen(undefined), onDone: enter }
    return html`<${ShopScene} shop=${{ name: 'Panelkeep', ...LIT }}><h1>Log in</h1><${Unlock} ...${unlock} /><//>`
  }
  return html`<${NameForm} ...${props} users=${users} onPick=${setChosen} />`
}

type NameFormProps = LoginFormProps & Pick<KnownUsersProps, 'users' | 'onPick'>

function NameForm({ users, onPick, ...props }: NameFormProps) {
  const { title = 'Log in', lead = 'Your comics are where you left them.', shut = false } = props
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  const [left, startWaiting] = useCountdown()
  const submit = (event: Event) => {
    event.preventDefault()
    setError(undefined)
    return run(() => logIn(username.trim(), password), { onFailure })
  }
  const onFailure = (sentence: string, cause: unknown) => {
    const wait = cause instanceof ApiError ? Number(cause.body.retry_after) : 0
    if (wait > 0) startWaiting(wait)
    else setError(sentence)
  }
  const text = left > 0 ? `Too many tries from this machine. You can try again in ${countdownWords(left)}.` : error
  const name = {
    label: 'Name',
    value: username,
    onInput: setUsername,
    autocomplete: 'username',
    name: 'username',
    autofocus: users.length === 0,
    required: true,
  }
  const secret = {
    label: 'Password',
    value: password,
    onInput: setPassword,
    autocomplete: 'current-password',
    name: 'password',
    required: true,
    error: text,
  }
  return html`
    <${ShopScene} shop=${{ name: 'Panelkeep', ...(shut ? DARK : LIT) }}>
      <form class="login-form" onSubmit=${submit}>
        <h1>${title}</h1>
        <p class="login-lead">${lead}</p>
        ${users.length > 0 && html`<${KnownUsers} users=${users} onPick=${onPick} />`}
        <${TextField} ...${name} />
        <${PasswordField} ...${secret} />
        <${Button} kind="main" size="large" type="submit" busy=${busy} disabled=${left > 0}>Log in<//>
      </form>
      ${
        !shut &&
        html`<p class="login-foot">
        Forgot your password? <a href="/help/backups#forgotten-password">See how to reset it</a>.
      </p>`
      }
    <//>
  `
}
