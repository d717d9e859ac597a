import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Confirm, Dialog } from '../../../parts/dialogs/dialog'
import { showToast } from '../../../state/toasts'
import { IndexerForm } from './indexer-form'
import { removeIndexer, saveIndexer } from './indexer-save'
import { categoryNumbers, type Indexer } from './indexer-words'
import { trimIndexerDraft, useIndexerDraft } from './use-draft'

export type IndexerSheetProps = { indexer: Indexer; onClose: () => void }

/** All settings of one indexer. */
export function IndexerSheet({ indexer, onClose }: IndexerSheetProps) {
  const { id, type, name, host, verify, categories, api_key_set, standing } = indexer
  const first = { name, host, api_key: '', verify, categories: categoryNumbers(categories) }
  const { test, refuse, ...form } = useIndexerDraft(first, type, { id, caps: standing.caps })
  const [removing, setRemoving] = useState(false)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const error = await saveIndexer({ ...indexer, ...trimIndexerDraft(form.draft) })
    setSaving(false)
    if (error) return refuse(error)
    showToast(`${form.draft.name.trim()} is saved.`)
    onClose()
  }
  const away = async () => {
    const error = await removeIndexer(indexer)
    setRemoving(false)
    showToast(error ?? `${name} is removed.`, { kind: error ? 'error' : 'note' })
    if (!error) onClose()
  }
  const confirm = {
    open: removing,
    title: `Remove ${name}?`,
    text: 'The indexer and its API key are removed. Downloads from it are kept.',
    action: 'Remove it',
    danger: true,
    onConfirm: away,
    onClose: () => setRemoving(false),
  }
  const foot = html`
    <span class="dialog-first"><${Button} kind="quiet" icon="trash" onClick=${() => setRemoving(true)}>Remove<//></span>
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${saving} disabled=${form.draft.name.trim() === '' || form.nameError !== undefined} onClick=${save}>Save<//>
  `
  return html`
    <${Dialog} open kind="sheet" title=${name} help="searching#indexers" onClose=${onClose} foot=${foot}>
      <${IndexerForm} ...${form} keySet=${api_key_set} needsKey fresh=${false} onTest=${test} onSubmit=${save} />
    <//>
    <${Confirm} ...${confirm} />
  `
}
