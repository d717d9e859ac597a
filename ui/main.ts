import './first-script'
import { expectChanges } from './api/events'
import { App } from './app'
import { openFirstPage } from './first-page'
import { html, render } from './html'
import { watchInstallOffer } from './kept/install'
import { isOffline, keptUser } from './kept/kept-user'
import { startUnder, withoutRoot } from './root'
import { startTheme } from './state/theme'
import { loadFace } from './styles/face'

startUnder(document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? '')
const changes = document.querySelector<HTMLMetaElement>('meta[name="changes"]')?.content ?? ''
expectChanges(changes)
startTheme()
const root = document.getElementById('app')
if (isOffline()) void import('./offline/offline').then((m) => m.startOffline(root))
else start()

function start(): void {
  watchInstallOffer()
  // Filters in the address change what the page requests.
  const named = changes !== '' && location.search === ''
  const { opened, drawable } = openFirstPage(withoutRoot(location.pathname), named)
  void loadFace(opened)
  // Only for users who keep issues on this device, and in an installed app.
  if (keptUser() || matchMedia('(display-mode: standalone)').matches)
    void opened.then(() => import('./kept/after-start')).then((m) => m.startCopySync())
  if (root) void drawable.then(() => render(html`<${App} />`, root))
}
