import { bmpOfRgba } from '../../base/formats/images/bmp'
import type { GreyPicture } from '../../base/formats/images/panels'

/** The page as a BMP file. */
export const pageFile = ({ width, height, pixels }: GreyPicture): Uint8Array =>
  bmpOfRgba(
    width,
    height,
    Uint8Array.from({ length: pixels.length * 4 }, (_, at) => (at % 4 === 3 ? 255 : pixels[at >> 2]!)),
  )
