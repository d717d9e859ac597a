import { useMutation, useQuery } from '../../api/query'
import { optionsOf } from '../../forms/option-states'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Copy } from '../../parts/controls/copy'
import { Switch } from '../../parts/controls/field'
import { Qr } from '../../parts/icons/qr'
import { breakable } from '../../parts/text/breakable'
import { setupStep } from '../../state/setup-step'
import type { SetupChoices } from './setup'
import { useScan } from './use-scan'

const SCAN_LEAD =
  'Panelkeep then scans your folders and suggests a series for each group of files. You confirm before anything is added.'
const EMPTY_LEAD = 'Your library is empty for now. You can choose folders in Settings later.'

type StepTabletProps = {
  now: SetupChoices
  choose: (change: { lan?: boolean; reads?: boolean }) => void
  onBack: () => void
}

/** The last step: other devices, then the scan of the chosen folders. */
export function StepTablet({ now, choose, onBack }: StepTabletProps) {
  const save = useMutation('PUT /api/config', { invalidates: ['GET /api/config', 'GET /api/system/network'] })
  const scan = useScan(now)
  const any = now.comics.length + now.manga.length > 0
  const network = useQuery('GET /api/system/network')
  const options = optionsOf(useQuery('GET /api/config/schema').data)
  const labelOf = (name: string) => options.find(({ key }) => key === name)?.label
  const label = labelOf('http_host')
  const reading = labelOf('read_remote')
  const turn = async (on: boolean) => {
    choose({ lan: on })
    if (!(await save.run({ body: { http_host: on ? '0.0.0.0' : '127.0.0.1' } }))) choose({ lan: !on })
  }
  const turnReading = async (on: boolean) => {
    choose({ reads: on })
    if (!(await save.run({ body: { read_remote: on } }))) choose({ reads: !on })
  }
  const address = network.data?.lan ? network.data.opds_urls[0] : undefined
  return html`
    <div class="login-form">
      <h1>Read on a tablet?</h1>
      <p class="login-lead">
        Reading apps on your network can browse and download your comics, and browsers can read them. Other devices need your name and password.
      </p>
      ${label && html`<${Switch} label=${label} on=${now.lan} disabled=${save.busy} onChange=${turn} />`}
      ${now.lan && reading && html`<${Switch} label=${reading} on=${now.reads} disabled=${save.busy} onChange=${turnReading} />`}
      ${save.error && html`<p class="login-wrong" role="alert">${save.error.detail}</p>`}
      ${now.lan && address && html`<${Address} url=${address} reads=${now.reads} />`}
      ${
        now.lan &&
        !address &&
        !network.loading &&
        html`
          <p class="login-lead">
            This machine is not connected to a network yet. Settings, Reading apps shows the code once it is.
          </p>
        `
      }
      <p class="login-lead">${any ? SCAN_LEAD : EMPTY_LEAD}</p>
      ${scan.wrong && html`<p class="login-wrong" role="alert">${scan.wrong}</p>`}
      <div class="login-actions">
        <${Button} kind="quiet" size="large" onClick=${onBack}>Back<//>
        ${
          any
            ? html`<${Button} kind="main" size="large" busy=${scan.busy} onClick=${scan.start}>Scan my folders<//>`
            : html`<${Button} kind="main" size="large" href="/library" onClick=${setupStep.finish}>Go to the library<//>`
        }
      </div>
    </div>
  `
}

function Address({ url, reads }: { url: string; reads: boolean }) {
  return html`
    <div class="login-tablet">
      <${Qr} text=${url} label="QR code of the catalog address" />
      <p>In the reading app, add an OPDS catalog and scan this code, or type the address. Log in with your name and password. Settings, Reading apps shows what to enter in Mihon and other apps.</p>
      <${Copy} text=${url} label="Copy the address" />
      ${reads && html`<p class="login-browser">In the browser of a tablet or phone, open <code>${breakable(url.replace(/\/opds$/, ''))}</code></p>`}
    </div>
  `
}
