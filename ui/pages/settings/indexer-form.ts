import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { PasswordField, Switch, TextField } from '../../parts/field'
import { Icon } from '../../parts/icon'
import { Mark } from '../../parts/mark'
import { CategoryTree } from './category-tree'
import type { Caps } from './indexer-words'

/** An indexer as somebody types it. */
export type Draft = { name: string; host: string; api_key: string; verify: boolean; categories: number[] }
export type Tried = { success: boolean; detail: string }

export type IndexerFormProps = {
  draft: Draft
  onDraft: (draft: Draft) => void
  /** A key is kept already; what it is stays with the server. */
  keySet: boolean
  needsKey: boolean
  caps: Caps | null
  tried: Tried | undefined
  busy: boolean
  /** It is new: one begins by typing. One that is looked at again brings up no keyboard on a phone. */
  fresh: boolean
  onTest: () => unknown
  onSubmit: () => unknown
}

/** What is said of an indexer, and a test that says what is wrong. */
export function IndexerForm(props: IndexerFormProps) {
  const { draft, onDraft, keySet, needsKey, caps, tried, busy, fresh, onTest, onSubmit } = props
  const set = (change: Partial<Draft>) => onDraft({ ...draft, ...change })
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit()
  }
  const https = draft.host.startsWith('https:')
  return html`
    <form class="indexer-form" onSubmit=${submit}>
      <${TextField} label="Name" value=${draft.name} autofocus=${fresh} required onInput=${(name: string) => set({ name })} />
      <${TextField} label="Address" type="url" code required value=${draft.host} placeholder="https://" hint="As the indexer gives it to programs, with or without /api at its end." onInput=${(host: string) => set({ host })} />
      <${KeyField} ...${{ set: keySet, needsKey, value: draft.api_key, onInput: (api_key: string) => set({ api_key }) }} />
      ${https && html`<div class="indexer-verify"><${Switch} label="Check its certificate" on=${draft.verify} onChange=${(verify: boolean) => set({ verify })} />${!draft.verify && html`<p class="field-hint">Anybody on the way could pretend to be it. Only for an address in your own house.</p>`}</div>`}
      <${CategoryTree} ...${{ caps, chosen: draft.categories, onChange: (categories: number[]) => set({ categories }) }} />
      <div class="provider-test">
        <${Button} size="small" busy=${busy} disabled=${draft.host.trim() === ''} onClick=${onTest}>Test it<//>
        <p role="status" data-wrong=${tried?.success === false || undefined}>
          ${tried && html`<${Icon} name=${tried.success ? 'check' : 'alert'} size="small" /><span>${tried.detail}</span>`}
        </p>
      </div>
      <button class="unseen" type="submit" tabindex="-1">Save</button>
    </form>
  `
}

type KeyFieldProps = { set: boolean; needsKey: boolean; value: string; onInput: (text: string) => void }

function KeyField({ set, needsKey, value, onInput }: KeyFieldProps) {
  const [replacing, setReplacing] = useState(false)
  if (set && !replacing) {
    return html`
      <div class="secret" role="group" aria-label="API key">
        <span class="field-label">API key</span>
        <${Mark} state="have" word="Set" />
        <${Button} kind="quiet" size="small" onClick=${() => setReplacing(true)}>Replace<//>
      </div>
    `
  }
  const hint = set ? 'The one that is set stays until you save another.' : needsKey ? undefined : 'Many need none.'
  return html`<${PasswordField} ...${{ label: 'API key', value, onInput, hint, code: true, autocomplete: 'off' }} />`
}
