import { AddFolder } from '../../../forms/folder-list'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { TextField } from '../../../parts/controls/field'
import { Icon } from '../../../parts/icons/icon'
import { breakable } from '../../../parts/text/breakable'
import type { PathMapping } from './client-draft'

export type PathMappingsProps = { mappings: readonly PathMapping[]; onChange: (mappings: PathMapping[]) => void }

/** The paths of a client's folders, and their local paths. */
export function PathMappings({ mappings, onChange }: PathMappingsProps) {
  const set = (at: number, change: Partial<PathMapping>) =>
    onChange(mappings.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const without = (at: number) => onChange(mappings.filter((_, index) => index !== at))
  return html`
    <fieldset class="client-part">
      <legend>Where its folders are</legend>
      <p class="field-hint">Only for a client in a container or on another computer: a folder as the client names it, and as Panelkeep does.</p>
      ${
        mappings.length > 0 &&
        html`<ul class="mappings">
          ${mappings.map(
            (one, at) => html`
              <${Line}
                key=${at}
                one=${one}
                onSet=${(change: Partial<PathMapping>) => set(at, change)}
                onRemove=${() => without(at)}
              />
            `,
          )}
        </ul>`
      }
      <div><${Button} size="small" icon="plus" onClick=${() => onChange([...mappings, { remote: '', local: '' }])}>Add a path mapping<//></div>
    </fieldset>
  `
}

type LineProps = { one: PathMapping; onSet: (change: Partial<PathMapping>) => void; onRemove: () => void }

function Line({ one, onSet, onRemove }: LineProps) {
  const { remote, local } = one
  const field = { label: 'Path in the client', value: remote, code: true, placeholder: '/downloads' }
  return html`
    <li>
      <${TextField} ...${field} onInput=${(next: string) => onSet({ remote: next })} />
      <div class="mapping-here">
        <span class="field-label">Here it is</span>
        ${local && html`<code><${Icon} name="folder" size="small" />${breakable(local)}</code>`}
        <div>
          <${AddFolder}
            words=${local ? 'Choose another one' : 'Choose the folder'}
            start=${local}
            onPick=${(next: string) => onSet({ local: next })}
          />
        </div>
      </div>
      <${Button} kind="quiet" size="small" icon="close" label=${`Remove the mapping of ${remote || 'this folder'}`} onClick=${onRemove} />
    </li>
  `
}
