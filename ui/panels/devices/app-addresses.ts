import { html } from '../../html'
import { Copy } from '../../parts/controls/copy'
import { Qr } from '../../parts/icons/qr'
import { withSettingsLinks } from '../../parts/text/settings-links'
import { type AppInterface, interfaceAddress, type ReadingApp } from './reading-apps'

const NAMES: Record<AppInterface, string> = { komga: 'Address', opds: 'Catalog address', sync: 'Sync address' }

export type AppAddressesProps = { app: ReadingApp; urls: readonly string[] | undefined; closed: string }

/** The rows of an app's addresses in a list of terms. */
export function AppAddresses({ app, urls, closed }: AppAddressesProps) {
  return app.interfaces.map(
    (one, at) => html`
      <div key=${one}>
        <dt>${NAMES[one]}</dt>
        <dd>
          ${urls?.length === 0 ? html`<p class="setting-note">${withSettingsLinks(closed)}</p>` : html`<${Addresses} one=${one} urls=${urls ?? []} code=${at === 0} />`}
        </dd>
      </div>
    `,
  )
}

export type AddressesProps = { one: AppInterface; urls: readonly string[]; code: boolean }

/** An interface at each address of the server, the first with a code for a camera. */
export function Addresses({ one, urls, code }: AddressesProps) {
  const [first, ...others] = urls.map((url) => interfaceAddress(url, one))
  if (!first) return null
  return html`
    <div class="setting-address">
      ${code && html`<${Qr} text=${first} label=${`QR code of the ${NAMES[one].toLowerCase()}`} />`}
      <div>
        ${[first, ...others].map((url) => html`<${Copy} key=${url} text=${url} label=${`Copy the ${NAMES[one].toLowerCase()}`} />`)}
      </div>
    </div>
  `
}
