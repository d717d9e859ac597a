import type { Config } from '../../../api/contract'
import { useMutation } from '../../../api/query'
import type { Section } from '../../../forms/setting'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Copy } from '../../../parts/controls/copy'
import { Confirm, Dialog } from '../../../parts/dialogs/dialog'
import { Mark } from '../../../parts/status/mark'

export function apiKeySection(config: Config): Section {
  const set = Boolean(config.api_key_set)
  return {
    key: 'api-key',
    title: 'API key',
    settings: [
      {
        key: 'api_key',
        label: 'Key for other programs',
        about:
          'Lets a program read your library without your password. It is shown once. A new key replaces the old one.',
        terms: 'token regenerate',
        control: html`<${ApiKey} set=${set} />`,
      },
    ],
  }
}

function ApiKey({ set }: { set: boolean }) {
  const [asking, setAsking] = useState(false)
  const [key, setKey] = useState<string | undefined>(undefined)
  const make = useMutation('POST /api/config/api-key/regenerate', { invalidates: ['GET /api/config'] })
  const run = async () => {
    const reply = await make.run()
    if (!reply) return
    setAsking(false)
    setKey(reply.api_key)
  }
  const text = html`Programs that use the old key stop working until they get the new one.
    ${make.error && html`<span class="setting-wrong" role="alert"> ${make.error.detail}</span>`}`
  const confirm = {
    open: asking,
    title: 'Make a new key?',
    text,
    action: 'Make a new key',
    busy: make.busy,
    onConfirm: run,
    onClose: () => setAsking(false),
  }
  const done = html`<${Button} kind="main" onClick=${() => setKey(undefined)}>I have kept it<//>`
  return html`
    <div class="setting-key">
      <${Mark} state=${set ? 'have' : 'unknown'} word=${set ? 'Set' : 'Not set'} />
      <${Button} icon="key" onClick=${() => (set ? setAsking(true) : run())}>${set ? 'Make a new key' : 'Make a key'}<//>
    </div>
    <${Confirm} ...${confirm} />
    <${Dialog} open=${key !== undefined} title="Your new key" onClose=${() => setKey(undefined)} foot=${done}>
      <p class="setting-once">Copy it now. It is not shown again.</p>
      <${Copy} text=${key ?? ''} label="Copy the key" />
    <//>
  `
}
