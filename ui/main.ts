import { App } from './app'
import { html, render } from './html'
import { startUnder } from './root'
import { checkSession } from './state/session'
import { startTheme } from './state/theme'
import { loadFace } from './styles/face'

startUnder(document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? '')
startTheme()
loadFace()
void checkSession()
const root = document.getElementById('app')
if (root) render(html`<${App} />`, root)
