import { sizeWords } from '../../../parts/text/format'

/** An image that waits to be sent. `url` shows it on the page. */
export type PickedImage = { file: File; url: string }

export const MOST_IMAGES = 4
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
const MOST_BYTES = 10_000_000
const MOST_PIXELS = 40_000_000
/** The part of a file that may mark it as animated, with room for profiles before the mark. */
const HEAD_BYTES = 65_536

/** Checks files like the server, before the upload. Returns the accepted files, and a sentence for each rejected one. */
export async function pickImages(
  files: readonly File[],
  room: number,
): Promise<{ images: PickedImage[]; refusals: string[] }> {
  const images: PickedImage[] = []
  const refusals: string[] = []
  for (const file of files) {
    if (images.length >= room) {
      refusals.push(`A question can have ${MOST_IMAGES} images. ${nameOf(file)} was not added.`)
      continue
    }
    const refusal = await refusalOf(file)
    if (refusal) refusals.push(refusal)
    else images.push({ file, url: URL.createObjectURL(file) })
  }
  return { images, refusals }
}

export function releaseImages(images: readonly PickedImage[]): void {
  for (const { url } of images) URL.revokeObjectURL(url)
}

const nameOf = ({ name }: File) => name || 'The image'

async function refusalOf(file: File): Promise<string | undefined> {
  const name = nameOf(file)
  if (!IMAGE_TYPES.includes(file.type)) return `${name} is not a JPEG, PNG or WebP image.`
  if (file.size > MOST_BYTES) return `${name} is larger than ${sizeWords(MOST_BYTES)}.`
  if (isAnimated(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())))
    return `${name} is animated. Only still images can be sent.`
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    if (width * height <= MOST_PIXELS) return undefined
    return `${name} has more than 40 million pixels (${width} × ${height}).`
  } catch {
    return `${name} could not be read. The file may be damaged.`
  }
}

/** APNG has an `acTL` chunk before its pixels, WebP a flag in its extended header. */
function isAnimated(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head)
  if (text.startsWith('RIFF')) return text.slice(12, 16) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0
  const pixels = text.indexOf('IDAT')
  const animation = text.indexOf('acTL')
  return text.startsWith('PNG', 1) && animation >= 0 && (pixels < 0 || animation < pixels)
}
