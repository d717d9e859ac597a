import './first-script'
import { expectChanges } from './api/events'
import { App } from './app'
import { openFirstPage } from './first-page'
import { html, render } from './html'
import { startUnder, withoutRoot } from './root'
import { startTheme } from './state/theme'
import { loadFace } from './styles/face'

startUnder(document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? '')
const changes = document.querySelector<HTMLMetaElement>('meta[name="changes"]')?.content ?? ''
expectChanges(changes)
startTheme()
// Filters in the address change what the page requests.
const named = changes !== '' && location.search === ''
const { opened, drawable } = openFirstPage(withoutRoot(location.pathname), named)
void loadFace(opened)
const root = document.getElementById('app')
if (root) void drawable.then(() => render(html`<${App} />`, root))
