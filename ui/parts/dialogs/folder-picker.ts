import './folder-picker.css'
import { html } from '../../html'
import { Button } from '../controls/button'
import { Icon } from '../icons/icon'
import { breakable } from '../text/breakable'
import { Dialog } from './dialog'

type Listing = { path: string; parent: string | null; folders: readonly { name: string; path: string }[] }
/** Browses folders, one level at a time. `listing` is the current folder. */
export type FolderPickerProps = {
  open: boolean
  title: string
  listing: Listing | undefined
  error: string | undefined
  loading: boolean
  onOpen: (path: string | undefined) => void
  onPick: (path: string) => void
  onClose: () => void
}

export function FolderPicker(props: FolderPickerProps) {
  const { open, title, listing, error, loading, onOpen, onPick, onClose } = props
  const here = listing?.path ?? ''
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" disabled=${!here || Boolean(error)} onClick=${() => onPick(here)}>Use this folder<//>
  `
  const up = listing && listing.parent !== null ? () => onOpen(listing.parent ?? undefined) : undefined
  return html`
    <${Dialog} open=${open} title=${title} kind="sheet" onClose=${onClose} foot=${foot}>
      <div class="folder-picker">
        <div class="folder-picker-here">
          <${Button} kind="quiet" size="small" icon="arrow-up" label="One folder up" disabled=${!up} onClick=${up} />
          <code>${here ? breakable(here) : 'This computer'}</code>
        </div>
        ${error && html`<p class="folder-picker-error" role="alert">${error} <button type="button" onClick=${() => onOpen(undefined)}>Start over</button></p>`}
        <ul class="folder-picker-list" aria-label=${`Folders in ${here || 'this computer'}`} aria-busy=${loading}>
          ${listing?.folders.map(
            (folder) => html`
              <li key=${folder.path}>
                <button type="button" onClick=${() => onOpen(folder.path)}>
                  <${Icon} name="folder" /><span title=${folder.name}>${folder.name}</span><${Icon} name="chevron-right" size="small" />
                </button>
              </li>
            `,
          )}
        </ul>
        ${listing?.folders.length === 0 && !error && html`<p class="folder-picker-none">No folders inside. Use this one, or go one up.</p>`}
      </div>
    <//>
  `
}
