import { Certificate } from '../../../forms/certificate'
import { SecretInput } from '../../../forms/secret-input'
import { TestButton, type TestResult } from '../../../forms/test-button'
import { html } from '../../../html'
import { TextField } from '../../../parts/controls/field'
import { CategoryTree } from './category-tree'
import type { Caps } from './indexer-words'

/** An indexer while it is edited. */
export type IndexerDraft = { name: string; host: string; api_key: string; verify: boolean; categories: number[] }

export type IndexerFormProps = {
  draft: IndexerDraft
  onDraft: (draft: IndexerDraft) => void
  /** Why the name cannot be used. */
  nameError: string | undefined
  /** Whether a key is saved; the server never sends its value. */
  keySet: boolean
  needsKey: boolean
  caps: Caps | null
  tried: TestResult | undefined
  busy: boolean
  /**
   * A new indexer gets the focus in its first field. An existing one does not, since that would open a phone's
   * keyboard.
   */
  fresh: boolean
  onTest: () => unknown
  onSubmit: () => unknown
}

/** The fields of an indexer, and a test that reports problems. */
export function IndexerForm(props: IndexerFormProps) {
  const { draft, onDraft, nameError, keySet, needsKey, caps, tried, busy, fresh, onTest, onSubmit } = props
  const set = (change: Partial<IndexerDraft>) => onDraft({ ...draft, ...change })
  const submit = (event: Event) => {
    event.preventDefault()
    if (nameError === undefined) onSubmit()
  }
  const https = draft.host.startsWith('https:')
  return html`
    <form class="sheet-form" onSubmit=${submit}>
      <${TextField} label="Name" value=${draft.name} error=${nameError} autofocus=${fresh} required onInput=${(name: string) => set({ name })} />
      <${TextField}
        label="Address"
        type="url"
        code
        required
        value=${draft.host}
        placeholder="https://"
        hint="The API address of the indexer, with or without /api at the end."
        onInput=${(host: string) => set({ host })}
      />
      <${SecretInput}
        label="API key"
        set=${keySet}
        hint=${needsKey ? undefined : 'Optional for most indexers'}
        value=${draft.api_key}
        onInput=${(api_key: string) => set({ api_key })}
      />
      ${https && html`<${Certificate} on=${draft.verify} onChange=${(verify: boolean) => set({ verify })} />`}
      <${CategoryTree}
        caps=${caps}
        chosen=${draft.categories}
        onChange=${(categories: number[]) => set({ categories })}
      />
      <${TestButton} words="Test" busy=${busy} disabled=${draft.host.trim() === '' || nameError !== undefined} tried=${tried} onTest=${onTest} />
      <button class="unseen" type="submit" tabindex="-1">Save</button>
    </form>
  `
}
