import './known-users.css'
import { call } from '../api/client'
import type { Reply } from '../api/contract'
import { invalidate } from '../api/query'
import { html, useState } from '../html'
import { Button } from '../parts/controls/button'
import { PasswordField } from '../parts/controls/field'
import { Avatar } from '../parts/icons/avatar'
import { Icon } from '../parts/icons/icon'
import { useBusy } from '../state/use-busy'

/** A user who has logged in on this device before. */
export type KnownUser = Reply<'GET /api/auth/known-users'>['users'][number]

export type KnownUsersProps = { users: readonly KnownUser[]; hereId?: string; onPick: (id: string) => void }

/** The users of this device, by picture. `hereId` is the one who is logged in. */
export function KnownUsers({ users, hereId, onPick }: KnownUsersProps) {
  return html`
    <ul class="known-users" aria-label="Users of this device">
      ${users.map(
        (user) => html`
          <li key=${user.user_id}>
            <button type="button" disabled=${user.user_id === hereId} onClick=${() => onPick(user.user_id)}>
              <${Avatar} name=${user.name} colour=${user.colour} picture=${user.picture} size="large" />
              <span>${user.name}</span>
              ${user.user_id === hereId && html`<small>Logged in</small>`}
              ${user.user_id !== hereId && user.has_pin && html`<small><${Icon} name="lock" size="small" /> PIN</small>`}
            </button>
          </li>
        `,
      )}
    </ul>
  `
}

export type UnlockProps = { user: KnownUser; onBack: () => void; onDone: (username: string) => unknown }

/** Asks for the PIN of a user, or for the password without one. */
export function Unlock({ user, onBack, onDone }: UnlockProps) {
  const { user_id, name, has_pin } = user
  const [text, setText] = useState('')
  const [byPassword, setByPassword] = useState(false)
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  const byPin = has_pin && !byPassword
  const onFailure = (sentence: string) => {
    setWrong(sentence)
    setText('')
    // Too many wrong PINs remove it.
    invalidate('GET /api/auth/known-users')
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (text === '') return
    setWrong(undefined)
    const body = byPin ? { user_id, pin: text } : { user_id, password: text }
    await run(async () => onDone((await call('POST /api/auth/switch', { body })).username), { onFailure })
  }
  const usePassword = () => {
    setByPassword(true)
    setWrong(undefined)
    setText('')
  }
  const field = {
    label: byPin ? 'PIN' : 'Password',
    value: text,
    error: wrong,
    digits: byPin,
    autocomplete: byPin ? 'off' : 'current-password',
    autofocus: true,
    required: true,
    name: byPin ? 'pin' : 'password',
    onInput: setText,
  }
  return html`
    <form class="unlock" onSubmit=${submit}>
      <div class="unlock-who">
        <${Avatar} name=${name} colour=${user.colour} picture=${user.picture} size="large" />
        <h2>${name}</h2>
      </div>
      <${PasswordField} key=${field.name} ...${field} />
      ${byPin && html`<${Button} kind="quiet" onClick=${usePassword}>Use the password instead<//>`}
      <div class="unlock-actions">
        <${Button} size="large" onClick=${onBack}>Back<//>
        <${Button} kind="main" size="large" type="submit" busy=${busy}>Log in<//>
      </div>
    </form>
  `
}
