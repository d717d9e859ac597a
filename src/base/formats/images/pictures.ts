import { ImageError, makePicture, type PictureOptions } from '../../platform/images'
import { ArchiveError } from '../archives/archive-error'
import type { PictureHelper } from '../helper/unpacker'
import { type ImageType, imageFacts } from './images'
import { foreignOrientation, mostPixels, needsHelper } from './picture-limits'

/**
 * Any picture that pages are made of in another kind or size, upright: by the runtime where it can, else in the helper
 * process. Throws ImageError, and ArchiveError 'unreadable' when the helper does not answer.
 */
export async function drawPicture(
  bytes: Uint8Array,
  making: PictureOptions,
  helper: PictureHelper,
): Promise<Uint8Array<ArrayBuffer>> {
  const facts = imageFacts(bytes)
  if (facts && facts.width * facts.height > mostPixels(facts.type)) throw new ImageError('too_large')
  if (needsHelper(bytes)) return helper.draw(bytes, making)
  return makePicture(bytes, { ...making, orientation: facts && foreignOrientation(bytes, facts.type) })
}

const NAMES: Record<ImageType, string> = { jpeg: 'JPEG', png: 'PNG', gif: 'GIF', webp: 'WebP', avif: 'AVIF', bmp: 'BMP', jxl: 'JPEG XL', tiff: 'TIFF' } // biome-ignore format: one glance

/** Why nothing was made of a picture, as a sentence; undefined for faults that are none of the picture's. */
export function pictureSentence(error: unknown, bytes: Uint8Array, called: string): string | undefined {
  if (error instanceof ArchiveError) return error.detail
  if (!(error instanceof ImageError)) return undefined
  const facts = imageFacts(bytes)
  const kind = facts ? NAMES[facts.type] : 'picture'
  if (error.fault === 'unsupported') return `${called} is a kind of ${kind} that cannot be decoded here.`
  if (error.fault === 'unreadable' || !facts) return `${called} is damaged.`
  const [has, most] = [facts.width * facts.height, mostPixels(facts.type)].map((all) => Math.round(all / 1_000_000))
  return `${called} is too large: ${has} megapixels. Of ${kind} up to ${most} are shown.`
}
