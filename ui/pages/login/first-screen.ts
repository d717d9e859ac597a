import './login.css'
import { html } from '../../html'
import { ShopScene } from './scene'
import { StepAccount } from './step-account'
import { Steps } from './steps'

const UNLIT = { light: false, comics: false, manga: false, tablet: false, waves: false, open: false }
const nothing = () => undefined

/** The first step of the setup. The build renders this step into the page of a first visit (`build/setup-page.ts`). */
export function SetupFirstScreen() {
  return html`
    <${ShopScene} shop=${{ name: 'Your comics', ...UNLIT }}>
      <${Steps} at=${0} onHelp=${nothing} />
      <${StepAccount} onName=${nothing} onDone=${nothing} />
    <//>
  `
}
