import './login.css'
import { useLocation } from 'preact-iso'
import { html, useEffect } from '../../html'
import { returnPath } from '../../login-path'
import { session } from '../../state/session'
import { LoginForm } from './login-form'
import { Setup } from './setup'
import { stepNamed } from './steps'

/** The setup on the first visit, the login afterwards. The first login is part of the setup. */
export function LoginPage() {
  const { path, query, route } = useLocation()
  const here = session.value
  const step = here.is === 'setup' ? 'account' : here.is === 'in' ? stepNamed(query.step) : undefined
  const done = path === '/login' && here.is === 'in' && !step
  useEffect(() => {
    document.title = step ? 'Set up · Panelkeep' : 'Log in · Panelkeep'
    if (done) route(returnPath(query.redirect), true)
  }, [done, step])
  if (done || path !== '/login') return null
  return step ? html`<${Setup} step=${step} />` : html`<${LoginForm} />`
}
