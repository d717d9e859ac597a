import { useMutation } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Copy } from '../../parts/controls/copy'
import { TextField } from '../../parts/controls/field'
import { Dialog } from '../../parts/dialogs/dialog'
import { Qr } from '../../parts/icons/qr'

type Props = { urls: readonly string[]; onClose: () => void }

/** Asks for the name of the device, then shows its key once. */
export function NewDevice({ urls, onClose }: Props) {
  const [name, setName] = useState('')
  const make = useMutation('POST /api/devices', { invalidates: ['GET /api/devices'] })
  const [key, setKey] = useState<string | undefined>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    const made = await make.run({ body: { name: name.trim() } })
    if (made) setKey(made.key)
  }
  if (key !== undefined) return html`<${TheKey} name=${name.trim()} key_=${key} urls=${urls} onClose=${onClose} />`
  const field = {
    label: 'Name of the device',
    value: name,
    hint: 'Its name in this list, such as Tablet in the kitchen.',
    error: make.error?.detail,
    autofocus: true,
    onInput: setName,
  }
  return html`
    <${Dialog} open title="Add a device" help="reading-apps#device-keys" onClose=${onClose}>
      <form class="setting-form" onSubmit=${submit}>
        <${TextField} ...${field} />
        <${Button} kind="main" type="submit" busy=${make.busy} disabled=${name.trim() === ''}>Make a key<//>
      </form>
    <//>
  `
}

/** Not `key`, which preact reserves. */
function TheKey({ name, key_, urls, onClose }: Props & { name: string; key_: string }) {
  const done = html`<${Button} kind="main" onClick=${onClose}>I have entered it<//>`
  const [address] = urls
  return html`
    <${Dialog} open title=${`The key of ${name}`} help="reading-apps#device-keys" onClose=${onClose} foot=${done}>
      <div class="device-key">
        <p>In the app, enter any name and this key as password. It is not shown again.</p>
        <${Copy} text=${key_} label="Copy the key" />
        ${
          address &&
          html`
          <p>The address of the catalog, for the same app:</p>
          <div class="setting-address">
            <${Qr} text=${address} label="QR code of the catalog address" />
            <div><${Copy} text=${address} label="Copy the address" /></div>
          </div>
        `
        }
      </div>
    <//>
  `
}
