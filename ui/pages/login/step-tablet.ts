import { useMutation, useQuery } from '../../api/query'
import { optionsOf } from '../../forms/option-states'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Copy } from '../../parts/controls/copy'
import { Switch } from '../../parts/controls/field'
import { Qr } from '../../parts/icons/qr'
import type { SetupChoices } from './setup'

type StepTabletProps = {
  now: SetupChoices
  choose: (change: { lan: boolean }) => void
  onBack: () => void
  onDone: () => void
}

export function StepTablet({ now, choose, onBack, onDone }: StepTabletProps) {
  const save = useMutation('PUT /api/config', { invalidates: ['GET /api/config', 'GET /api/system/network'] })
  const network = useQuery('GET /api/system/network')
  const options = optionsOf(useQuery('GET /api/config/schema').data)
  const label = options.find(({ key }) => key === 'http_host')?.label
  const turn = async (on: boolean) => {
    choose({ lan: on })
    if (!(await save.run({ body: { http_host: on ? '0.0.0.0' : '127.0.0.1' } }))) choose({ lan: !on })
  }
  const address = network.data?.lan ? network.data.opds_urls[0] : undefined
  return html`
    <div class="login-form">
      <h1>Read on a tablet?</h1>
      <p class="login-lead">
        Reading apps on your network can browse and download your comics. Other devices see the catalog only, and only with your name and password.
      </p>
      ${label && html`<${Switch} label=${label} on=${now.lan} disabled=${save.busy} onChange=${turn} />`}
      ${save.error && html`<p class="login-wrong" role="alert">${save.error.detail}</p>`}
      ${now.lan && address && html`<${Address} url=${address} />`}
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
      <div class="login-actions">
        <${Button} kind="quiet" size="large" onClick=${onBack}>Back<//>
        <${Button} kind="main" size="large" onClick=${onDone}>Continue<//>
      </div>
    </div>
  `
}

function Address({ url }: { url: string }) {
  return html`
    <div class="login-tablet">
      <${Qr} text=${url} label="QR code of the catalog address" />
      <p>In the reading app, add an OPDS catalog and scan this code, or type the address. Log in with your name and password.</p>
      <${Copy} text=${url} label="Copy the address" />
    </div>
  `
}
