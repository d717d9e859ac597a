import { html } from '../../html'
import { AddedShelf, ContinueShelf, DeckShelf } from '../../panels/shelves'

/** The rows of covers above the library. */
export function Shelves() {
  return html`<${ContinueShelf} /><${DeckShelf} /><${AddedShelf} />`
}
