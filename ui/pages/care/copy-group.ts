import '../../parts/lists/row-check.css'
import { html, useId } from '../../html'
import { Button } from '../../parts/controls/button'
import { Mark } from '../../parts/status/mark'
import { breakable } from '../../parts/text/breakable'
import { sizeWords } from '../../parts/text/format'
import { issuePath } from '../../parts/text/series-path'
import { type Copy, type CopyGroup, copyFacts, copyFault } from './care-words'

export type CopyGroupProps = {
  group: CopyGroup
  keepId: string
  picked: boolean
  onPick: () => void
  onKeep: (fileId: string) => void
  onRemove: () => unknown
  ignored: boolean
  onIgnore: () => unknown
}

/** Copies of one comic: which one stays and why. The choice can be changed. */
export function CopyGroupRow({ group, keepId, picked, onPick, onKeep, onRemove, ignored, onIgnore }: CopyGroupProps) {
  const { copies, keep_id, reason } = group
  const radio = useId()
  const [first] = copies
  const name = `${first?.series ?? 'Unknown series'} ${first?.number ?? ''}`.trim()
  const freed = copies.reduce((sum, { file_id, size }) => (file_id === keepId ? sum : sum + size), 0)
  const title =
    first?.comic_id && first.issue_id ? html`<a href=${issuePath(first.comic_id, first.issue_id)}>${name}</a>` : name
  return html`
    <li class="care-group">
      <label class="row-check"><input type="checkbox" checked=${picked} aria-label=${`Select ${name}`} onChange=${onPick} /></label>
      <div class="care-group-body">
        <div class="care-group-head">
          <p class="system-name">${title}</p>
          <p class="system-quiet">${keepId === keep_id ? reason : 'You chose the copy to keep.'}</p>
        </div>
        <ul class="care-copies" aria-label=${`Copies of ${name}`}>
          ${copies.map(
            (copy) => html`
              <li key=${copy.file_id}>
                <label class="care-copy" data-kept=${copy.file_id === keepId || undefined}>
                  <input type="radio" name=${radio} checked=${copy.file_id === keepId} aria-label=${`Keep ${copy.path}`} onChange=${() => onKeep(copy.file_id)} />
                  <${CopyLines} copy=${copy} isKept=${copy.file_id === keepId} />
                </label>
              </li>
            `,
          )}
        </ul>
        <div class="care-group-does">
          <${Button} size="small" icon="trash" onClick=${onRemove}>Remove the others (${sizeWords(freed)})<//>
          <${Button} size="small" kind="quiet" onClick=${onIgnore}>${ignored ? 'List again' : 'Ignore'}<//>
        </div>
      </div>
    </li>
  `
}

function CopyLines({ copy, isKept }: { copy: Copy; isKept: boolean }) {
  const fault = copyFault(copy)
  return html`
    <span class="care-copy-lines">
      <span class="care-path">${breakable(copy.path)}</span>
      <span class="system-quiet">${copyFacts(copy)}</span>
      ${fault && html`<span class="system-wrong">${fault}</span>`}
    </span>
    ${isKept && html`<span class="care-kept"><${Mark} state="have" word="Keep" /></span>`}
  `
}
