import { html, useLayoutEffect, useRef } from '../../../html'
import { Button } from '../../../parts/controls/button'
import type { Size } from '../layout/spreads'
import type { Part } from '../layout/stops'
import type { Picture } from '../pictures/pictures'

export type PageBoxProps = {
  page: number
  size: Size
  picture: Picture | undefined
  /** The reason why the picture failed. */
  fault: string | undefined
  onRetry: (page: number) => void
  /** The visible part; absent: the whole page. */
  crop?: Part
}

/** One page: its picture, a placeholder, or an error. */
export function PageBox({ page, size, picture, fault, onRetry, crop }: PageBoxProps) {
  const host = useRef<HTMLDivElement>(null)
  const failed = picture?.state === 'failed'
  const image = failed ? undefined : picture?.image
  useLayoutEffect(() => {
    const box = host.current
    if (!box || box.firstChild === (image ?? null)) return
    box.replaceChildren(...(image ? [image] : []))
  }, [image])
  const style = { width: `${size.width}px`, height: `${size.height}px` }
  return html`
    <div class="reader-page" style=${style} data-page=${page} data-cropped=${crop !== undefined || undefined} data-state=${picture?.state ?? 'waiting'}>
      <div class="reader-picture" ref=${host} style=${crop ? pictureIn(crop) : {}}></div>
      ${failed && html`<${Fault} page=${page} fault=${fault} onRetry=${onRetry} />`}
    </div>
  `
}

/** The whole picture, of which the page shows the part. */
const pictureIn = ({ x, y, width, height }: Part) => ({
  position: 'absolute',
  width: `${100 / width}%`,
  height: `${100 / height}%`,
  left: `${(-x / width) * 100}%`,
  top: `${(-y / height) * 100}%`,
})

function Fault({ page, fault, onRetry }: Pick<PageBoxProps, 'page' | 'fault' | 'onRetry'>) {
  return html`
    <div class="reader-fault" role="alert">
      <p><b>${`Page ${page + 1} could not be loaded`}</b></p>
      <p>${fault ?? 'The page loads when the connection is back.'}</p>
      <${Button} size="small" icon="refresh" onClick=${() => onRetry(page)}>Try again<//>
    </div>
  `
}
