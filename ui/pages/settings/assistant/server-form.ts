import { ApiError } from '../../../api/client'
import type { OptionName } from '../../../api/contract'
import { useQuery } from '../../../api/query'
import type { OptionForm } from '../../../forms/option-form'
import { SecretInput } from '../../../forms/secret-input'
import { TestButton, type TestResult } from '../../../forms/test-button'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { SelectField, TextField } from '../../../parts/controls/field'
import { Confirm } from '../../../parts/dialogs/dialog'
import { Mark } from '../../../parts/status/mark'
import { useRunWithToast } from '../../../state/run-with-toast'
import { removeServer, type ServerDraft, savedDraft, saveServer, testServer, withPreset } from './server-draft'

/** The address, the key and the model, which are tested and saved together. */
export function ServerForm({ form }: { form: OptionForm }) {
  const saved = savedDraft(form)
  const [draft, setDraft] = useState(saved)
  const [address, setAddress] = useState(saved.baseUrl)
  const { busy, perform } = useRunWithToast()
  const { tried, test, isTesting, forget } = useTest()
  const isConfigured = saved.baseUrl !== '' && saved.model !== ''
  const change = (next: Partial<ServerDraft>) => {
    forget()
    setDraft({ ...draft, ...next })
  }
  const presets = useQuery('GET /api/ai/presets').data?.presets ?? []
  const choose = (preset: string) => {
    const next = withPreset(draft, preset, presets)
    change(next)
    setAddress(next.baseUrl)
  }
  const isWhole = draft.baseUrl.trim() !== '' && draft.model.trim() !== ''
  const save = async (event: Event) => {
    event.preventDefault()
    if (await perform(() => saveServer(draft), 'Model server: saved.')) setDraft({ ...draft, key: '' })
  }
  const { data } = useQuery('GET /api/ai/models', address.trim() ? { query: { base_url: address.trim() } } : null)
  const models = data?.models.map(({ id }) => id) ?? []
  const label = (name: OptionName) => form.bind(name).label
  const isSameServer = draft.baseUrl.trim() === saved.baseUrl
  const fields = {
    preset: { label: label('ai_preset'), value: draft.preset, choices: form.choices('ai_preset'), onChange: choose },
    address: {
      label: label('ai_base_url'),
      value: draft.baseUrl,
      hint: 'Usually ends with /v1. Outside your network it must begin with https.',
      type: 'url',
      code: true,
      autocomplete: 'off',
      onInput: (baseUrl: string) => change({ baseUrl }),
      onChange: setAddress,
    },
    key: {
      label: label('ai_api_key'),
      set: form.isSet('ai_api_key') && isSameServer,
      value: draft.key,
      hint: 'Leave empty for a server that needs none, such as one on this computer.',
      onInput: (key: string) => change({ key }),
    },
    model: {
      label: label('ai_model'),
      value: draft.model,
      hint: modelHint(models.length, data?.error),
      code: true,
      autocomplete: 'off',
      suggestions: models,
      onInput: (model: string) => change({ model }),
    },
  }
  return html`
    <form class="model-server" onSubmit=${save}>
      <${Mark} state=${isConfigured ? 'have' : 'skipped'} word=${isConfigured ? 'Set up' : 'Off'} />
      <${SelectField} ...${fields.preset} />
      <${TextField} ...${fields.address} />
      <${SecretInput} ...${fields.key} />
      <${TextField} ...${fields.model} />
      <${TestButton} words="Test" busy=${isTesting} disabled=${!isWhole} tried=${tried} onTest=${() => test(draft)} />
      <div class="model-server-foot">
        <${Button} kind="main" type="submit" busy=${busy} disabled=${!isWhole || isSame(draft, saved)}>Save<//>
        ${isConfigured && html`<${OffButton} onOff=${() => setDraft({ ...draft, baseUrl: '', model: '', key: '' })} />`}
      </div>
    </form>
  `
}

function modelHint(count: number, error: string | undefined): string {
  if (count > 0) return `Choose one of the ${count} models of this server, or type a name.`
  return error ? `The models of this server could not be listed. ${error}` : 'As the server names it.'
}

const isSame = (draft: ServerDraft, saved: ServerDraft) =>
  draft.key.trim() === '' &&
  draft.preset === saved.preset &&
  draft.baseUrl.trim() === saved.baseUrl &&
  draft.model.trim() === saved.model

/** The result of the last test, until the form is changed. */
function useTest() {
  const [tried, setTried] = useState<TestResult | undefined>(undefined)
  const [isTesting, setTesting] = useState(false)
  const test = async (draft: ServerDraft) => {
    setTried(undefined)
    setTesting(true)
    try {
      setTried(await testServer(draft))
    } catch (cause) {
      setTried({ success: false, detail: cause instanceof ApiError ? cause.detail : String(cause) })
    }
    setTesting(false)
  }
  return { tried, test, isTesting, forget: () => setTried(undefined) }
}

function OffButton({ onOff }: { onOff: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { busy, perform } = useRunWithToast()
  const turnOff = async () => {
    if (!(await perform(removeServer, 'The assistant is off.'))) return
    setAsking(false)
    onOff()
  }
  const confirm = {
    open: isAsking,
    title: 'Turn the assistant off?',
    text: 'The address, the key and the model are removed. Your chats stay.',
    action: 'Turn off',
    danger: true,
    busy,
    onConfirm: turnOff,
    onClose: () => setAsking(false),
  }
  return html`<${Button} kind="quiet" onClick=${() => setAsking(true)}>Turn off<//><${Confirm} ...${confirm} />`
}
