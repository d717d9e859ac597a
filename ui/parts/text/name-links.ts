import './name-links.css'
import { html } from '../../html'
import { type NameKind, namePath } from './name-path'

/** Names that lead to their pages, with commas between them. */
export function NameLinks({ kind, names }: { kind: NameKind; names: readonly string[] }) {
  return html`
    <span class="name-links">
      ${names.map(
        (name, at) => html`<span key=${name}>${at > 0 && ', '}<a href=${namePath(kind, name)}>${name}</a></span>`,
      )}
    </span>
  `
}
