import { html } from '../../../html'
import { SystemPage } from '../system-page'
import { UnwantedSection } from './unwanted-section'

/** The page of unwanted pages. */
export function UnwantedPage() {
  return html`<${SystemPage} tab="pages"><${UnwantedSection} path="/system/pages" /><//>`
}
