import { html, render } from './html'
import { RescueLogin } from './pages/login/rescue-login'
import { startUnder } from './root'
import { checkSession } from './state/session'
import { startTheme } from './state/theme'
import { loadFace } from './styles/face'

/** The page that is served while the database is damaged. */
startUnder(document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? '')
startTheme()
void loadFace()
void checkSession()
const root = document.getElementById('app')
if (root) render(html`<${RescueLogin} />`, root)
