import { useMutation } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { SelectField, Switch, TextField } from '../../parts/controls/field'
import { Confirm, Dialog } from '../../parts/dialogs/dialog'
import { showToast } from '../../state/toasts'
import { type Device, TYPE_CHOICES } from './device-words'

type Change = Partial<Pick<Device, 'name' | 'counts_streaming' | 'comic_types'>>

/** The settings of one device; each is saved at once. */
export function DeviceSheet({ device, onClose }: { device: Device; onClose: () => void }) {
  const { device_id, name, counts_streaming, comic_types } = device
  const [asking, setAsking] = useState(false)
  const change = useMutation('PATCH /api/devices/:device_id', { invalidates: ['GET /api/devices'] })
  const save = (body: Change) => change.run({ params: { device_id }, body })
  const rename = {
    label: 'Name',
    value: name,
    error: change.error?.detail,
    onChange: (text: string) => text.trim() !== name && save({ name: text }),
  }
  const streaming = {
    label: 'Viewed pages count as read',
    on: counts_streaming,
    onChange: (on: boolean) => save({ counts_streaming: on }),
  }
  const types = {
    label: 'Names of file types',
    value: comic_types,
    choices: TYPE_CHOICES,
    hint: 'Another choice helps an app that shows no button to download a comic.',
    onChange: (value: string) => save({ comic_types: value as Device['comic_types'] }),
  }
  return html`
    <${Dialog} open title=${name} help="connect-an-app#device-keys" onClose=${onClose}>
      <div class="device-sheet">
        <${TextField} ...${rename} />
        <div>
          <${Switch} ...${streaming} />
          <p class="field-hint">For apps that fetch single pages: pages in order, at the pace of reading.</p>
        </div>
        <${SelectField} ...${types} />
        <div class="device-revoke">
          <${Button} kind="danger" icon="trash" onClick=${() => setAsking(true)}>Revoke its key<//>
        </div>
      </div>
    <//>
    ${asking && html`<${Revoke} device=${device} onStay=${() => setAsking(false)} onGone=${onClose} />`}
  `
}

function Revoke({ device, onStay, onGone }: { device: Device; onStay: () => void; onGone: () => void }) {
  const revoke = useMutation('DELETE /api/devices/:device_id', { invalidates: ['GET /api/devices'] })
  const run = async () => {
    if (!(await revoke.run({ params: { device_id: device.device_id } }))) return
    showToast(`The key of ${device.name} is revoked.`)
    onGone()
  }
  const text = html`The app can no longer connect with it. What was read on it stays read.
    ${revoke.error && html`<span class="setting-wrong" role="alert"> ${revoke.error.detail}</span>`}`
  const confirm = {
    title: `Revoke the key of ${device.name}?`,
    text,
    action: 'Revoke the key',
    danger: true,
    busy: revoke.busy,
    onConfirm: run,
    onClose: onStay,
  }
  return html`<${Confirm} open ...${confirm} />`
}
