import './login.css'
import { html } from '../../html'
import { Scene } from './scene'
import { StepAccount } from './step-account'
import { Steps } from './steps'

const UNLIT = { light: false, comics: false, manga: false, tablet: false, waves: false, open: false }
const nothing = () => undefined

/** The setup as it begins. The build draws it into the page that a first visit gets (`build/setup-page.ts`). */
export function SetupFirstScreen() {
  return html`
    <${Scene} shop=${{ name: 'Your comics', ...UNLIT }}>
      <${Steps} at=${0} onHelp=${nothing} />
      <${StepAccount} onName=${nothing} onDone=${nothing} />
    <//>
  `
}
