import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { Copy } from '../../../parts/controls/copy'
import { Switch } from '../../../parts/controls/field'
import { Qr } from '../../../parts/icons/qr'

type Network = { lan: boolean; manage_remote: boolean; opds_urls: string[] }

const LAN = '0.0.0.0'
const HERE = '127.0.0.1'

export function readingAppsSection(form: OptionForm, network: Network | undefined): Section {
  const lan = network?.lan ?? form.value('http_host') === LAN
  const urls = form.isOn('opds_enable') && lan ? (network?.opds_urls ?? []) : undefined
  const access = form.row('http_host', ({ label, onSave }) => {
    const onChange = (on: boolean) => onSave(on ? LAN : HERE)
    return html`<${Switch} label=${label} unlabelled on=${lan} onChange=${onChange} />`
  })
  return {
    key: 'reading-apps',
    title: 'Reading apps',
    settings: [
      form.row('opds_enable'),
      access,
      {
        key: 'address',
        label: 'Catalog address',
        about:
          'In the reading app, add an OPDS catalog and scan this code or type the address. Log in with your name and password.',
        terms: 'qr url ipad tablet',
        wide: true,
        control: html`<${Addresses} urls=${urls} />`,
      },
      ...form.rows('opds_pagesize', 'grabbag_dir', 'read_remote', 'manage_remote'),
    ],
  }
}

/** `urls` is undefined while other devices may not connect. */
function Addresses({ urls }: { urls: readonly string[] | undefined }) {
  if (!urls) return html`<p class="setting-note">Turn on the catalog and the network above to get an address.</p>`
  const [first, ...others] = urls
  if (!first) return html`<p class="setting-note">This machine is not connected to a network.</p>`
  return html`
    <div class="setting-address">
      <${Qr} text=${first} label="QR code of the catalog address" />
      <div>
        <${Copy} text=${first} label="Copy the address" />
        ${others.map((url) => html`<${Copy} key=${url} text=${url} label="Copy the address" />`)}
      </div>
    </div>
  `
}
