import { html } from '../../html'
import { session } from '../../state/session'
import { LoginForm } from './login-form'
import { RescuePage } from './rescue-page'

const WORDS = {
  title: 'Your library is damaged',
  lead: 'Log in to restore a backup of its database. Your comics were not changed.',
  shut: true,
}

/** Only a logged-in user may repair the damaged library. */
export function RescueLogin() {
  const here = session.value
  if (here.is === 'unknown') return null
  return here.is === 'in' ? html`<${RescuePage} />` : html`<${LoginForm} ...${WORDS} />`
}
