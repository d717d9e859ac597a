import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Progress } from '../../../parts/status/progress'
import { countWords, numberWords } from '../../../parts/text/format'
import type { WireScan } from '../wire'

export type PackableProps = {
  /** The folders of loose pictures in the library. */
  packable: number
  packing: WireScan['packing']
  busy: boolean
  onPack: (paths?: readonly string[]) => void
}

/** Offers to pack folders of loose pictures, and shows the progress. */
export function Packable({ packable, packing, busy, onPack }: PackableProps) {
  if (packing) {
    const { done, total } = packing
    return html`
      <section class="import-packable" aria-label="Loose pictures">
        <p>Packing pictures: ${numberWords(done)} of ${countWords(total, 'folder')}</p>
        <${Progress} label="Packing pictures" value=${total > 0 ? done / total : undefined} />
      </section>
    `
  }
  if (packable === 0) return null
  return html`
    <section class="import-packable" aria-label="Loose pictures">
      <p>
        <strong>${countWords(packable, 'folder')} of loose pictures</strong>
        A CBZ is made beside each folder and added to the list. The pictures stay where they are.
      </p>
      <${Button} busy=${busy} onClick=${() => onPack()}>Pack as CBZ<//>
    </section>
  `
}
