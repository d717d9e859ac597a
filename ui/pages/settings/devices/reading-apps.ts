import type { Config } from '../../../api/contract'
import type { Save } from '../../../forms/saving'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { Copy } from '../../../parts/controls/copy'
import { NumberField, Switch } from '../../../parts/controls/field'
import { Qr } from '../../../parts/icons/qr'

type Network = { lan: boolean; manage_remote: boolean; opds_urls: string[] }

const LAN = '0.0.0.0'
const HERE = '127.0.0.1'
const LEAST = 10
const MOST = 200

export function readingAppsSection(config: Config, save: Save, network: Network | undefined): Section {
  const catalog = Boolean(config.opds_enable)
  const lan = network?.lan ?? config.http_host === LAN
  const turn = (key: string, label: string) => ({
    label,
    unlabelled: true,
    on: Boolean(config[key]),
    onChange: (on: boolean) => save(key, on, label),
  })
  const letIn = {
    label: 'Let readers on my network connect',
    unlabelled: true,
    on: lan,
    onChange: (on: boolean) => save('http_host', on ? LAN : HERE, 'Who may connect'),
  }
  const size = {
    label: 'Entries on a page',
    unlabelled: true,
    value: Number(config.opds_pagesize),
    min: LEAST,
    max: MOST,
    unit: 'entries',
    onChange: (value: number) => save('opds_pagesize', value, 'The page size'),
  }
  return {
    key: 'reading-apps',
    title: 'Reading apps',
    settings: [
      {
        key: 'opds_enable',
        label: 'Catalog',
        about: 'Offers your library to reading apps on tablets and phones, behind your name and password.',
        usual: 'on',
        words: 'opds tablet',
        control: html`<${Switch} ...${turn('opds_enable', 'Catalog')} />`,
      },
      {
        key: 'http_host',
        label: 'Let readers on my network connect',
        about: 'Other devices in your home can reach the catalog. They see nothing else. Takes effect at once.',
        usual: 'off',
        words: 'lan wifi tablet http_host listen',
        control: html`<${Switch} ...${letIn} />`,
      },
      {
        key: 'address',
        label: 'Address for your tablet',
        about:
          'In the reading app, add an OPDS catalog and scan this code or type the address. It asks for your name and password.',
        words: 'qr code opds url ipad',
        wide: true,
        control: html`<${Addresses} urls=${catalog && lan ? (network?.opds_urls ?? []) : undefined} />`,
      },
      {
        key: 'opds_pagesize',
        label: 'Entries on a page',
        about: `How many series or issues the catalog sends at a time, ${LEAST} to ${MOST}. Fewer load faster, more mean less turning.`,
        usual: '30',
        words: 'opds page size',
        control: html`<${NumberField} ...${size} />`,
      },
      {
        key: 'manage_remote',
        label: 'Manage from other devices too',
        about:
          'Opens these pages to other devices on your network, not only the catalog. Everyone still needs your name and password.',
        usual: 'off',
        words: 'remote lan phone',
        control: html`<${Switch} ...${turn('manage_remote', 'Manage from other devices too')} />`,
      },
    ],
  }
}

/** `urls` is undefined while nobody outside may connect. */
function Addresses({ urls }: { urls: readonly string[] | undefined }) {
  if (!urls) return html`<p class="setting-note">Switch on the catalog and the network above to get an address.</p>`
  const [first, ...others] = urls
  if (!first) return html`<p class="setting-note">This machine has no address on a network right now.</p>`
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
