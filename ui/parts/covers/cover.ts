import './cover.css'
import { html, useState } from '../../html'
import { withRoot } from '../../root'
import { drawCover } from './cover-drawing'

export type CoverProps = {
  /** The name of the series, printed where there is no picture. */
  name: string
  src?: string | null
  /** Printed on the drawn cover, such as the number or the year. */
  mark?: string
  /** Width on the page in CSS pixels, so that no larger picture is fetched than needed. */
  width?: number
  /** Whether its picture is fetched later; its ground holds the place. */
  waits?: boolean
}

const SIZES = [300, 600]

/** A cover that fades in over the colour of its series. Without a picture a cover is drawn. */
export function Cover({ name, src, mark, width = 180, waits }: CoverProps) {
  const [failed, setFailed] = useState<string | undefined>(undefined)
  const drawn = drawCover(name)
  if (!src || failed === src) {
    return html`
      <span class="cover" data-ink=${drawn.ink} data-art=${drawn.art} data-long=${drawn.long} aria-hidden="true">
        <span class="cover-title">${name}</span>
        ${mark && html`<span class="cover-mark">${mark}</span>`}
      </span>
    `
  }
  const early = fetched.get(src)
  const image = {
    ...pictureOf(src, width),
    loading: early ? 'eager' : 'lazy',
    'data-shown': early?.complete ? 'at-once' : undefined,
  }
  return html`
    <span class="cover" data-ink=${drawn.ink} aria-hidden="true">
      ${!waits && html`<img key=${src} ...${image} alt="" decoding="async" draggable=${false} ref=${shown} onLoad=${fade} onError=${() => setFailed(src)} />`}
    </span>
  `
}

const pictureOf = (src: string, width: number) => ({
  src: sized(src, SIZES[0] as number),
  srcset: src.startsWith('/') ? SIZES.map((size) => `${sized(src, size)} ${size}w`).join(', ') : undefined,
  sizes: `${Math.round(width)}px`,
})

/** The pictures that were fetched before the page that shows them was drawn. */
const fetched = new Map<string, HTMLImageElement>()

/** Fetches pictures while the page that shows them is still being drawn. */
export function fetchCovers(covers: readonly (string | null | undefined)[], width: number): void {
  for (const src of covers) {
    if (!src) continue
    const { src: address, srcset, sizes } = pictureOf(src, width)
    const image = new Image()
    image.sizes = sizes
    if (srcset) image.srcset = srcset.split(', ').map(withRoot).join(', ')
    image.src = withRoot(address)
    fetched.set(src, image)
  }
}

/** Only local pictures are available in several sizes. */
function sized(src: string, width: number): string {
  return src.startsWith('/') ? `${src}${src.includes('?') ? '&' : '?'}width=${width}` : src
}

/** A cached picture must not fade in again on scrolling back. */
function shown(image: HTMLImageElement | null): void {
  if (image?.complete && image.naturalWidth > 0) image.dataset.shown = 'at-once'
}

function fade(event: Event): void {
  const image = event.currentTarget as HTMLImageElement
  image.dataset.shown ??= 'faded'
}
