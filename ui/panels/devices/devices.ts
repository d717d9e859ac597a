import { exactWords } from '../../parts/text/clock-words'
import './devices.css'
import { useQuery } from '../../api/query'
import type { Section } from '../../forms/setting'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import { ErrorLook } from '../../parts/status/error-look'
import { DeviceSheet } from './device-sheet'
import { type Device, usedWords } from './device-words'
import { NewDevice } from './new-device'

/** `urls` are the addresses of the catalog; undefined while loading, empty while other devices may not connect. */
export function devicesSection(urls: readonly string[] | undefined): Section {
  return {
    key: 'devices',
    title: 'Reading devices',
    settings: [
      {
        key: 'device_keys',
        label: 'Devices with a key',
        about:
          'A key replaces your password in one app and opens only your library there. When you lose a device, revoke its key; the other devices keep working.',
        terms: 'tablet phone ereader revoke lost password opds app streaming pages count read file types',
        wide: true,
        control: html`<${Devices} urls=${urls ?? []} />`,
      },
    ],
  }
}

function Devices({ urls }: { urls: readonly string[] }) {
  const { data, error, reload } = useQuery('GET /api/devices')
  const [open, setOpen] = useState<string | undefined>(undefined)
  const [adding, setAdding] = useState(false)
  if (!data) {
    return (
      error && html`<${ErrorLook} what="The devices could not be loaded" detail=${error.detail} onRetry=${reload} />`
    )
  }
  const chosen = data.devices.find(({ device_id }) => device_id === open)
  return html`
    <ul class="devices">
      ${data.devices.map((device) => html`<${DeviceLine} key=${device.device_id} device=${device} onOpen=${() => setOpen(device.device_id)} />`)}
    </ul>
    <${Button} icon="plus" onClick=${() => setAdding(true)}>Add a device<//>
    ${adding && html`<${NewDevice} urls=${urls} onClose=${() => setAdding(false)} />`}
    ${chosen && html`<${DeviceSheet} key=${chosen.device_id} device=${chosen} onClose=${() => setOpen(undefined)} />`}
  `
}

function DeviceLine({ device, onOpen }: { device: Device; onOpen: () => void }) {
  const { name, last_used_at, counts_streaming } = device
  const exact = last_used_at === null ? undefined : exactWords(last_used_at)
  return html`
    <li>
      <button class="device" type="button" onClick=${onOpen}>
        <${Icon} name="tablet" />
        <span class="device-text">
          <strong>${name}</strong>
          <span title=${exact}>${usedWords(device, Date.now())}${!counts_streaming && '. Its pages do not count as read'}</span>
        </span>
        <${Icon} name="chevron-right" size="small" />
      </button>
    </li>
  `
}
