import { html, useId, useLayoutEffect, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { type Crop, MIDDLE, MOST_ZOOM, moved, squareOf } from './crop'

/** Twice the pixels that the server keeps, for a sharp picture on any screen. */
const SIDE = 256
const QUALITY = 0.86
const STEP = 0.05
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

export type CropDialogProps = {
  image: ImageBitmap
  busy: boolean
  error?: string
  /** Gets the picture as base64. */
  onPicture: (base64: string) => unknown
  onClose: () => void
}

/** Chooses the square of a picture. The canvas that shows it is what is sent. */
export function CropDialog({ image, busy, error, onPicture, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>(MIDDLE)
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef<{ x: number; y: number } | undefined>(undefined)
  const id = useId()
  useLayoutEffect(() => draw(canvas.current, image, crop), [image, crop])
  const drag = (event: PointerEvent) => {
    const from = held.current
    const box = canvas.current
    if (!from || !box) return
    held.current = { x: event.clientX, y: event.clientY }
    const [right, down] = [event.clientX - from.x, event.clientY - from.y].map((by) => by / box.clientWidth)
    setCrop((now) => moved(image, now, right ?? 0, down ?? 0))
  }
  const hold = (event: PointerEvent) => {
    held.current = { x: event.clientX, y: event.clientY }
    canvas.current?.setPointerCapture(event.pointerId)
  }
  const release = () => {
    held.current = undefined
  }
  const keys = (event: KeyboardEvent) => {
    const [right, down] = ARROWS[event.key] ?? []
    if (right === undefined || down === undefined) return
    event.preventDefault()
    setCrop((now) => moved(image, now, right, down))
  }
  const zoom = (event: Event) =>
    setCrop((now) => moved(image, { ...now, zoom: Number((event.currentTarget as HTMLInputElement).value) }, 0, 0))
  const send = () => {
    const url = canvas.current?.toDataURL('image/webp', QUALITY) ?? ''
    return onPicture(url.slice(url.indexOf(',') + 1))
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${busy} onClick=${send}>Use this picture<//>
  `
  return html`
    <${Dialog} open title="Your picture" onClose=${onClose} foot=${foot}>
      <div class="crop">
        <canvas
          ref=${canvas}
          width=${SIDE}
          height=${SIDE}
          tabindex="0"
          role="application"
          aria-label="The part of the picture that is used. Arrow keys move it."
          onPointerDown=${hold}
          onPointerMove=${drag}
          onPointerUp=${release}
          onPointerCancel=${release}
          onKeyDown=${keys}
        ></canvas>
        <label class="field-label" for=${id}>Zoom</label>
        <input id=${id} type="range" min="1" max=${MOST_ZOOM} step="0.01" value=${crop.zoom} onInput=${zoom} />
        <p class="field-hint">Drag the picture to move it.</p>
        ${error && html`<p class="setting-wrong" role="alert">${error}</p>`}
      </div>
    <//>
  `
}

function draw(canvas: HTMLCanvasElement | null, image: ImageBitmap, crop: Crop): void {
  const pen = canvas?.getContext('2d')
  if (!pen) return
  const { left, top, side } = squareOf(image, crop)
  // A transparent picture stays readable on both themes.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, SIDE, SIDE)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE)
}
