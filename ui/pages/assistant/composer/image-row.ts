import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import type { PickedImage } from './images'

export type ImageRowProps = { images: readonly PickedImage[]; onRemove: (at: number) => void }

/** The images that are sent with the question. */
export function ImageRow({ images, onRemove }: ImageRowProps) {
  if (images.length === 0) return null
  return html`
    <ul class="composer-images" aria-label="Images">
      ${images.map(
        ({ file, url }, at) => html`
          <li key=${url}>
            <img src=${url} alt=${file.name} />
            <${Button} size="small" icon="close" label=${`Remove ${file.name}`} onClick=${() => onRemove(at)} />
          </li>
        `,
      )}
    </ul>
  `
}
