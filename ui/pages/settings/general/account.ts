import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { LogOut } from '../../../panels/log-out'
import { LoginChange } from '../../../panels/login-change'
import { Button } from '../../../parts/controls/button'

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
      {
        key: 'own_account',
        manager: true,
        label: 'Your account',
        about: 'Your picture, a PIN for this device, and the language of dates.',
        terms: 'avatar colour pin locale language switch user',
        help: 'users#your-account',
        control: html`<${Button} href="/account" label="Open your account">Open<//>`,
      },
      form.row('login_timeout'),
      form.row('requests_per_week'),
      {
        key: 'logout',
        manager: true,
        label: 'Log out',
        about: 'Ends the login in this browser only.',
        control: html`<${LogOut} />`,
      },
    ],
  }
}
