import { ImageError, makePicture, type PictureOptions } from '../../platform/images'
import { ArchiveError } from '../archives/archive-error'
import type { PictureHelper } from '../helper/unpacker'
import { type ImageType, imageFacts } from './images'
import { foreignOrientation, mostPixels, needsHelper } from './picture-limits'

/**
 * Converts or resizes any supported picture, upright: by the runtime where possible, else in the helper process. Throws
 * ImageError, and ArchiveError 'unreadable' when the helper does not answer.
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

/** Why a picture could not be converted, as a sentence; undefined for errors that are not the picture's fault. */
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
