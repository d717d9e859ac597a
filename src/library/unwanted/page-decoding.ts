import { ArchiveError } from '../../base/formats/archives/archive-error'
import type { PictureHelper } from '../../base/formats/helper/unpacker'
import { coverHash, HASHED_SIDE } from '../../base/formats/images/cover-hash'
import { imageFacts } from '../../base/formats/images/images'
import { drawPicture } from '../../base/formats/images/pictures'
import { sha256 } from '../../base/platform/digest'
import { greyPixels, ImageError } from '../../base/platform/images'

export interface DecodedPage {
  sha256: string
  width: number
  height: number
  /** Undefined for a blank page. */
  picture_hash: string | undefined
  /** A JPEG for lists. */
  picture: Uint8Array<ArrayBuffer>
}

const SMALL = { type: 'jpeg', quality: 82, width: 300, height: 600 } as const

/** Deviation of grey values from their mean. Paper with a page number has about 2, a page of text 20. */
const PLAIN = 4

/** Decodes a page. Undefined when that is not possible here. */
export async function decodePage(page: Uint8Array, helper: PictureHelper): Promise<DecodedPage | undefined> {
  const facts = imageFacts(page)
  if (!facts) return undefined
  try {
    const picture = await drawPicture(page, SMALL, helper)
    const grey = await greyPixels(picture, HASHED_SIDE, HASHED_SIDE)
    const picture_hash = isPlain(grey) ? undefined : coverHash(grey)
    return { sha256: sha256(page), width: facts.width, height: facts.height, picture_hash, picture }
  } catch (error) {
    if (error instanceof ImageError || error instanceof ArchiveError) return undefined
    throw error
  }
}

/** Whether a page is blank: paper, or a single color. */
export function isPlain(grey: Uint8Array): boolean {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length
  const variance = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length
  return Math.sqrt(variance) < PLAIN
}
