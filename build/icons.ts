import { encodePng } from '../src/base/platform/png-writer'
import { drawIcon } from '../src/edges/host/tray/icon'

/** The icon as a PNG of `size` by `size` pixels. */
export const iconPng = (size: number): Uint8Array => encodePng(drawIcon('idle', size), size)

/** The sizes that Windows uses, from file lists to the largest tiles. */
export const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256] as const

/** Icon types of macOS: 16, 32, 64, 128 and 256 points, most of them also at double resolution. */
const MAC_KINDS = { icp4: 16, ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic14: 512 } as const

/** The icon as an .icns file: a head, then kind, length (head included) and PNG of each. */
export function iconIcns(): Uint8Array {
  const parts = Object.entries(MAC_KINDS).map(([kind, size]) => icnsPart(kind, iconPng(size)))
  return icnsPart('icns', Buffer.concat(parts))
}

function icnsPart(kind: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 'latin1')
  head.writeUInt32BE(8 + body.length, 4)
  return Buffer.concat([head, body])
}
