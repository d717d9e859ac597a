import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { type ConnectAppProps, connectAppSetting } from '../../../panels/devices/connect-app'
import { Switch } from '../../../parts/controls/field'

type Network = { lan: boolean; manage_remote: boolean; opds_urls: string[] }

const LAN = '0.0.0.0'
const HERE = '127.0.0.1'

export function readingAppsSection(form: OptionForm, network: Network | undefined): Section {
  const lan = isOnNetwork(form, network)
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
      connectAppSetting(catalogAddresses(form, network)),
      ...form.rows('opds_pagesize', 'grabbag_dir', 'read_remote', 'manage_remote'),
    ],
  }
}

/** The addresses for reading apps, or why there is none. */
export function catalogAddresses(form: OptionForm, network: Network | undefined): ConnectAppProps {
  if (!form.isOn('opds_enable') || !isOnNetwork(form, network))
    return { urls: [], closed: 'Turn on both switches above to get an address.' }
  return { urls: network?.opds_urls, closed: 'This machine is not connected to a network.' }
}

const isOnNetwork = (form: OptionForm, network: Network | undefined): boolean =>
  network?.lan ?? form.value('http_host') === LAN
