import { html } from '../../html'
import { session } from '../../state/session'
import { LoginForm } from './login-form'
import { RescuePage } from './rescue-page'

const WORDS = {
  title: 'Your library needs a hand',
  lead: 'Its database is damaged. Log in to put a backup in its place; your comics were not touched.',
  shut: true,
}

/** Only the owner of the login may decide about the damaged library. */
export function RescueLogin() {
  const here = session.value
  if (here.is === 'unknown') return null
  return here.is === 'in' ? html`<${RescuePage} />` : html`<${LoginForm} ...${WORDS} />`
}
