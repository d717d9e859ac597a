import './qr.css'
import { encode } from 'uqr'
import { html, useMemo } from '../../html'

/** A QR code with an address for the camera of a tablet. Always dark on white, as scanners expect. */
export type QrProps = { text: string; label: string }

const BORDER = 2

export function Qr({ text, label }: QrProps) {
  const { size, path } = useMemo(() => qrPath(text), [text])
  return html`
    <svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label} shape-rendering="crispEdges">
      <path d=${path} />
    </svg>
  `
}

function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const dots = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: dots.join('') }
}
