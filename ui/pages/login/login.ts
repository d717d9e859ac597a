import { useLocation } from 'preact-iso'
import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { PasswordField, TextField } from '../../parts/field'
import { returnPath } from '../../router'
import { logIn } from '../../state/session'

export function LoginPage() {
  const { query, route } = useLocation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      await logIn(username, password)
      route(returnPath(query.redirect), true)
    } catch (cause) {
      setError((cause as Error).message)
    }
  }
  return html`
    <form onSubmit=${submit}>
      <h1>Log in</h1>
      <${TextField} ...${{ label: 'Name', value: username, onInput: setUsername, autocomplete: 'username', autofocus: true }} />
      <${PasswordField} ...${{ label: 'Password', value: password, onInput: setPassword, autocomplete: 'current-password', error }} />
      <${Button} kind="main" type="submit">Log in<//>
    </form>
  `
}
