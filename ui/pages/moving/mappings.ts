import { FolderDialog } from '../../forms/folder-dialog'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Mark } from '../../parts/status/mark'
import { breakable } from '../../parts/text/breakable'
import { countWords } from '../../parts/text/format'
import type { Mapping, Preview } from './wire'

type Folder = Preview['path_mappings'][number]
export type FolderMappingsProps = {
  folders: readonly Folder[]
  mappings: readonly Mapping[]
  onMap: (mapping: Mapping) => unknown
}

/** The local paths of the other program's folders, which differ for a container or another computer. */
export function FolderMappings({ folders, mappings, onMap }: FolderMappingsProps) {
  const [picking, setPicking] = useState<Folder | undefined>(undefined)
  const pick = (to: string) => {
    if (picking) onMap({ from: picking.from, to })
    setPicking(undefined)
  }
  return html`
    <section class="moving-section">
      <h2>Where the files are</h2>
      <p class="moving-quiet">Folders as the other program names them, and where they are on this machine. Files are found there and stay where they are.</p>
      <ul class="moving-folders">
        ${folders.map((folder) => {
          const { from, to, exists, count, sample } = folder
          const isOwn = mappings.some((one) => one.from === from)
          return html`
            <li key=${from} data-found=${exists || undefined}>
              <div class="moving-folder-paths">
                <code title=${sample}>${breakable(from)}</code>
                <span>${countWords(count, 'path')}</span>
                ${to && to !== from && html`<code class="moving-folder-to">${breakable(to)}</code>`}
              </div>
              <${Mark} state=${exists ? 'have' : 'attention'} word=${exists ? 'Found' : 'Not found'} />
              <div class="moving-folder-does">
                ${isOwn && html`<${Button} kind="quiet" size="small" onClick=${() => onMap({ from, to: '' })}>Undo<//>`}
                <${Button} size="small" label=${`Choose the folder for ${from}`} onClick=${() => setPicking(folder)}>Choose<//>
              </div>
            </li>
          `
        })}
      </ul>
    </section>
    ${picking && html`<${FolderDialog} title=${`Where is ${picking.from} now?`} start=${picking.to || undefined} onPick=${pick} onClose=${() => setPicking(undefined)} />`}
  `
}
