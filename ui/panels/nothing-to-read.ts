import { html } from '../html'
import { Empty } from '../parts/status/empty'

/** The empty library of a reader, who cannot add anything. */
export function NothingToRead() {
  const text = 'Comics and manga appear here once the owner of this library adds them.'
  return html`<${Empty} page icon="library" title="Nothing to read yet" text=${text} />`
}
