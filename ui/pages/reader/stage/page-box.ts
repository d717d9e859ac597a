import { html, useLayoutEffect, useRef } from '../../../html'
import { Button } from '../../../parts/controls/button'
import type { Size } from '../layout/spreads'
import type { Picture } from '../pictures/pictures'

export type PageBoxProps = {
  page: number
  size: Size
  picture: Picture | undefined
  /** The reason why the picture failed. */
  fault: string | undefined
  onRetry: (page: number) => void
}

/** One page: its picture, a placeholder, or an error. */
export function PageBox({ page, size, picture, fault, onRetry }: PageBoxProps) {
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
    <div class="reader-page" style=${style} data-page=${page} data-state=${picture?.state ?? 'waiting'}>
      <div class="reader-picture" ref=${host}></div>
      ${failed && html`<${Fault} page=${page} fault=${fault} onRetry=${onRetry} />`}
    </div>
  `
}

function Fault({ page, fault, onRetry }: Pick<PageBoxProps, 'page' | 'fault' | 'onRetry'>) {
  return html`
    <div class="reader-fault" role="alert">
      <p><b>${`Page ${page + 1} could not be loaded`}</b></p>
      <p>${fault ?? 'The page loads when the connection is back.'}</p>
      <${Button} size="small" icon="refresh" onClick=${() => onRetry(page)}>Try again<//>
    </div>
  `
}
