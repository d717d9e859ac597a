import loadAvif from '@jsquash/avif/codec/dec/avif_dec.js'
import avifWasm from '@jsquash/avif/codec/dec/avif_dec.wasm' with { type: 'file' }
import loadJxl from '@jsquash/jxl/codec/dec/jxl_dec.js'
import jxlWasm from '@jsquash/jxl/codec/dec/jxl_dec.wasm' with { type: 'file' }
import { provideImageData } from '../../platform/image-data'
import { ImageError, makePicture, type PictureOptions } from '../../platform/images'
import type { ReadFile } from '../helper/library'
import { bmpOfRgba } from './bmp'
import { imageFacts } from './images'
import { foreignOrientation, mostPixels, needsDecoder } from './picture-limits'

interface Decoder {
  decode(bytes: Uint8Array, bitDepth?: number): ImageData | null
  readonly HEAPU8: Uint8Array
}

/** Pictures that the runtime cannot decode, or that are too large to decode in the server. */
export class PictureLibrary {
  private readonly decoders = new Map<'avif' | 'jxl', Decoder>()
  /** Memory of the last picture, copies included: the runtime may still hold it. */
  private last = 0

  constructor(private readonly read: ReadFile) {
    provideImageData()
  }

  /** Bytes that the decoders hold. */
  get memory(): number {
    return [...this.decoders.values()].reduce((sum, { HEAPU8 }) => sum + HEAPU8.length, this.last)
  }

  /** Throws ImageError. */
  async draw(bytes: Uint8Array, making: PictureOptions): Promise<Uint8Array> {
    const facts = imageFacts(bytes)
    if (!facts) throw new ImageError('unreadable')
    const pixels = facts.width * facts.height
    if (pixels > mostPixels(facts.type)) throw new ImageError('too_large')
    this.last = pixels * (needsDecoder(facts.type) ? 12 : 4)
    const orientation = foreignOrientation(bytes, facts.type)
    const drawn = await this.decoded(bytes, facts.type)
    return makePicture(drawn, { ...making, orientation, mostPixels: mostPixels(facts.type) })
  }

  private async decoded(bytes: Uint8Array, type: string): Promise<Uint8Array> {
    if (type === 'tiff') {
      const { width, height, rgba } = (await import('./tiff-image')).decodeTiff(bytes)
      return bmpOfRgba(width, height, rgba)
    }
    if (type !== 'avif' && type !== 'jxl') return bytes
    const decoder = await this.decoder(type)
    // Bits per colour; the other decoder checks the number of its arguments.
    const found = type === 'avif' ? decoder.decode(bytes, 8) : decoder.decode(bytes)
    if (!found) throw new ImageError('unreadable')
    return bmpOfRgba(found.width, found.height, found.data)
  }

  private async decoder(type: 'avif' | 'jxl'): Promise<Decoder> {
    const [load, wasm] = type === 'avif' ? [loadAvif, avifWasm] : [loadJxl, jxlWasm]
    const decoder =
      this.decoders.get(type) ?? (await load({ wasmBinary: await this.read(wasm), print, printErr: print }))
    this.decoders.set(type, decoder)
    return decoder
  }
}

/** Messages that a library prints would corrupt the frames. */
function print(): void {
  // The decoder returns null for pictures that it cannot decode.
}
