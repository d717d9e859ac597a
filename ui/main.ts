import './first-script'
import { expectChanges } from './api/events'
import { App } from './app'
import { html, render } from './html'
import { startUnder, withoutRoot } from './root'
import { preloadPage } from './router'
import { checkSession } from './state/session'
import { startTheme } from './state/theme'
import { loadFace } from './styles/face'

startUnder(document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? '')
expectChanges(document.querySelector<HTMLMetaElement>('meta[name="changes"]')?.content ?? '')
startTheme()
// The code of the page comes while the session is checked.
void loadFace(Promise.allSettled([checkSession(), preloadPage(withoutRoot(location.pathname))]))
const root = document.getElementById('app')
if (root) render(html`<${App} />`, root)
