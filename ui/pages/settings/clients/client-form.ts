import { Certificate } from '../../../forms/certificate'
import { OneFolder } from '../../../forms/folder-list'
import { SecretInput } from '../../../forms/secret-input'
import { html } from '../../../html'
import { SelectField, TextField } from '../../../parts/controls/field'
import { CategoryField } from './category-field'
import type { ClientDraft, useClientDraft } from './client-draft'
import { ClientTest } from './client-test'
import { type Client, type ClientProtocol, importMethodWords, type WireClientPreset } from './client-words'
import { GrabSettings } from './grab-settings'
import { IntoLibrary } from './into-library'
import { PathMappings } from './path-mappings'

export type ClientFormProps = ReturnType<typeof useClientDraft> & {
  preset: WireClientPreset
  /**
   * A new client gets the focus in its first field. An existing one does not, since that would open a phone's
   * keyboard.
   */
  fresh: boolean
  secretSet: boolean
  onSubmit: () => unknown
}
export type PartProps = { preset: WireClientPreset; draft: ClientDraft; set: (change: Partial<ClientDraft>) => void }

/** All fields of a client, and a test. */
export function ClientForm(props: ClientFormProps) {
  const { preset, draft, onDraft, tried, busy, categories, fresh, secretSet, test, onSubmit } = props
  const set = (change: Partial<ClientDraft>) => onDraft({ ...draft, ...change })
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit()
  }
  // A new path mapping is tested at once.
  const mapped = (remote: string, local: string) => {
    const next = { ...draft, mappings: [...draft.mappings.filter((one) => one.remote !== remote), { remote, local }] }
    onDraft(next)
    return test(next)
  }
  const folder = preset.type === 'blackhole'
  const part = { preset, draft, set }
  return html`
    <form class="sheet-form" onSubmit=${submit}>
      <${TextField} label="Name" value=${draft.name} autofocus=${fresh} required onInput=${(name: string) => set({ name })} />
      ${folder ? html`<${Folders} ...${part} fresh=${fresh} />` : html`<${Login} ...${part} secretSet=${secretSet} />`}
      <${CategoryField}
        type=${preset.type}
        value=${draft.category}
        known=${categories}
        onInput=${(category: string) => set({ category })}
      />
      <${ClientTest}
        tried=${tried}
        busy=${busy}
        disabled=${draft.address.trim() === ''}
        onTest=${() => test()}
        onFolder=${mapped}
      />
      ${!folder && html`<${GrabSettings} ...${part} />`}
      ${!folder && html`<${PathMappings} mappings=${draft.mappings} onChange=${(mappings: Client['mappings']) => set({ mappings })} />`}
      <${IntoLibrary} type=${preset.type} draft=${draft} onDraft=${onDraft} />
      <button class="unseen" type="submit" tabindex="-1">Save</button>
    </form>
  `
}

const SECRETS = { key: 'API key', password: 'Password', token: 'Token', none: '' }

function Login({ preset, draft, set, secretSet }: PartProps & { secretSet: boolean }) {
  const { address, username, secret, verify } = draft
  const where = {
    label: 'Address',
    type: 'url',
    code: true,
    required: true,
    value: address,
    placeholder: preset.address,
    // The other types have no web page.
    hint: preset.type === 'rtorrent' || preset.type === 'aria2' ? undefined : 'As the browser opens it.',
    onInput: (next: string) => set({ address: next }),
  }
  const kept = {
    label: SECRETS[preset.secret],
    set: secretSet && secret !== '',
    value: secret ?? '',
    hint: preset.secret === 'key' ? undefined : 'Leave empty if it needs none.',
    // An empty field keeps the saved secret.
    onInput: (text: string) => set({ secret: text === '' && secretSet ? undefined : text }),
    onForget: preset.secret === 'key' ? undefined : () => set({ secret: '' }),
  }
  return html`
    <${TextField} ...${where} />
    ${address.startsWith('https:') && html`<${Certificate} on=${verify} onChange=${(on: boolean) => set({ verify: on })} />`}
    ${
      preset.username &&
      html`
      <${TextField}
        label="User name"
        value=${username}
        autocomplete="off"
        onInput=${(next: string) => set({ username: next })}
      />
    `
    }
    ${preset.secret !== 'none' && html`<${SecretInput} ...${kept} />`}
  `
}

const FOR = [
  { value: 'usenet', label: 'NZB files' },
  { value: 'torrent', label: 'Torrents and magnet links' },
]

function Folders({ draft, set, fresh }: PartProps & { fresh: boolean }) {
  const { protocol, address, settings, placing } = draft
  const turn = (next: string) => {
    const other = next as ClientProtocol
    set({ protocol: other, placing: importMethodWords(other, placing).value, remove_completed: other === 'usenet' })
  }
  const into = { none: 'Have no such folder', choose: 'Choose the folder it watches' }
  const done = { none: 'Have no folder of completed downloads', choose: 'Choose its folder of completed downloads' }
  return html`
    ${fresh && html`<${SelectField} label="What goes into it" value=${protocol} choices=${FOR} onChange=${turn} />`}
    <div class="client-folder">
      <span class="field-label">The folder it watches</span>
      <${OneFolder} path=${address} words=${into} onChange=${(path: string) => set({ address: path })} />
    </div>
    <div class="client-folder">
      <span class="field-label">Where it puts completed downloads</span>
      <${OneFolder}
        path=${settings.done_folder ?? ''}
        words=${done}
        onChange=${(path: string) => set({ settings: { ...settings, done_folder: path } })}
      />
      <p class="field-hint">Without it, downloads are not imported automatically.</p>
    </div>
  `
}
