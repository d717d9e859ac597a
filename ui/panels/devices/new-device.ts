import { useMutation } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Copy } from '../../parts/controls/copy'
import { SelectField, TextField } from '../../parts/controls/field'
import { Dialog } from '../../parts/dialogs/dialog'
import { Addresses } from './app-addresses'
import { appOf, FIRST_APP, READING_APPS, type ReadingApp } from './reading-apps'

const HELP = 'connect-an-app#device-keys'
const CHOICES = READING_APPS.map(({ key, label }) => ({ value: key, label }))

type Props = { urls: readonly string[]; onClose: () => void }

/** Asks for the app and the name of the device, then shows its key once. */
export function NewDevice({ urls, onClose }: Props) {
  const [app, setApp] = useState<ReadingApp>(FIRST_APP)
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const make = useMutation('POST /api/devices', { invalidates: ['GET /api/devices'] })
  const [key, setKey] = useState<string | undefined>(undefined)
  const name = (typed ?? app.device).trim()
  const submit = async (event: Event) => {
    event.preventDefault()
    const made = await make.run({ body: { name } })
    if (made) setKey(made.key)
  }
  if (key !== undefined) return html`<${NewKey} made=${{ name, key }} app=${app} urls=${urls} onClose=${onClose} />`
  const select = {
    label: 'Reading app',
    value: app.key,
    choices: CHOICES,
    onChange: (chosen: string) => setApp(appOf(chosen)),
  }
  const field = {
    label: 'Name of the device',
    value: typed ?? app.device,
    hint: 'Its name in this list, such as Tablet in the kitchen.',
    error: make.error?.detail,
    autofocus: true,
    onInput: setTyped,
  }
  return html`
    <${Dialog} open title="Add a device" help=${HELP} onClose=${onClose}>
      <form class="setting-form" onSubmit=${submit}>
        <${SelectField} ...${select} />
        <${TextField} ...${field} />
        <${Button} kind="main" type="submit" busy=${make.busy} disabled=${name === ''}>Make a key<//>
      </form>
    <//>
  `
}

export type NewKeyProps = Props & { made: { name: string; key: string }; app: ReadingApp }

/** Shows a key once, with the address for the same app. */
export function NewKey({ made: { name, key }, app, urls, onClose }: NewKeyProps) {
  const done = html`<${Button} kind="main" onClick=${onClose}>I have entered it<//>`
  const way = app.hasKeyField
    ? 'In the app, enter this key as API key, or any name and this key as password.'
    : 'In the app, enter any name and this key as password.'
  return html`
    <${Dialog} open title=${`The key of ${name}`} help=${HELP} onClose=${onClose} foot=${done}>
      <div class="device-key">
        <p>${way} It is not shown again.</p>
        <${Copy} text=${key} label="Copy the key" />
        ${
          urls.length > 0 &&
          html`
          <p>${app.interfaces.length > 1 ? 'The addresses' : 'The address'} for the same app:</p>
          ${app.interfaces.map((one, at) => html`<${Addresses} key=${one} one=${one} urls=${urls.slice(0, 1)} code=${at === 0} />`)}
        `
        }
      </div>
    <//>
  `
}
