import './connect-app.css'
import { useMutation, useQuery } from '../../api/query'
import type { Setting } from '../../forms/setting'
import { hasHelp } from '../../guide/own-chapters'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { ChipChoice } from '../../parts/controls/chips'
import { Copy } from '../../parts/controls/copy'
import { session } from '../../state/session'
import { AppAddresses } from './app-addresses'
import { NewKey } from './new-device'
import { appOf, FIRST_APP, freeName, READING_APPS, type ReadingApp } from './reading-apps'

export type ConnectAppProps = {
  /** The addresses of the catalog; undefined while loading, empty while there is none to show. */
  urls: readonly string[] | undefined
  /** Why there is no address, and what to do. */
  closed: string
}

/** What to enter in which reading app. */
export const connectAppSetting = (props: ConnectAppProps): Setting => ({
  key: 'connect_app',
  label: 'Connect an app',
  about: 'Choose your app to see what to enter in it. The code has the address for the camera of the device.',
  terms: [
    'qr url address catalog opds komga tablet phone ipad android ereader kosync sync progress kobo kindle boox',
    ...READING_APPS.map(({ label }) => label),
  ].join(' '),
  help: 'connect-an-app#what-to-enter',
  wide: true,
  control: html`<${ConnectApp} ...${props} />`,
})

function ConnectApp({ urls, closed }: ConnectAppProps) {
  const [key, setKey] = useState(FIRST_APP.key)
  const app = appOf(key)
  const chips = READING_APPS.map(({ key: value, label }) => ({ value, label }))
  return html`
    <div class="connect">
      <${ChipChoice} label="Reading app" chips=${chips} value=${key} onChange=${setKey} />
      <dl class="connect-steps">
        <div>
          <dt>In the app</dt>
          <dd>
            <p>${app.where}</p>
            ${app.interfaces.includes('komga') && html`<p class="setting-note">The app uses Panelkeep’s own Komga interface. You do not need Komga.</p>`}
            ${hasHelp(app.help) && html`<a class="connect-more" href=${`/help/${app.help}`}>More in the guide</a>`}
          </dd>
        </div>
        <${AppAddresses} app=${app} urls=${urls} closed=${closed} />
        <${UserName} />
        <div>
          <dt>Password</dt>
          <dd><${Password} key=${key} app=${app} urls=${urls} /></dd>
        </div>
      </dl>
    </div>
  `
}

function UserName() {
  const name = session.value.is === 'in' ? session.value.username : ''
  return html`
    <div>
      <dt>User name</dt>
      <dd>
        <${Copy} text=${name} label="Copy the user name" />
        <p class="setting-note">With a key, any name works.</p>
      </dd>
    </div>
  `
}

/** The key is made at once and has the name of the app. */
function Password({ app, urls }: { app: ReadingApp; urls: readonly string[] | undefined }) {
  const { data } = useQuery('GET /api/devices')
  const make = useMutation('POST /api/devices', { invalidates: ['GET /api/devices'] })
  const [made, setMade] = useState<{ name: string; key: string } | undefined>(undefined)
  const run = async () => {
    const taken = data?.devices.map(({ name }) => name) ?? []
    const answer = await make.run({ body: { name: freeName(app.device, taken) } })
    if (answer) setMade({ name: answer.device.name, key: answer.key })
  }
  return html`
    <p>Your own password, or a key that works in this app only and can be revoked.</p>
    <${Button} icon="key" busy=${make.busy} onClick=${run}>${`Make a key for ${app.device}`}<//>
    ${make.error && html`<p class="setting-wrong" role="alert">${make.error.detail}</p>`}
    ${made && html`<${NewKey} made=${made} app=${app} urls=${urls ?? []} onClose=${() => setMade(undefined)} />`}
  `
}
