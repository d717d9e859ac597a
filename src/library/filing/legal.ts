import { sep } from 'node:path'

/** Names that Windows, macOS and Linux can all hold, whichever of them the library is on today. */

/** What a name may be long on all usual disks, in bytes of UTF-8. */
export const LONGEST_BYTES = 255
/** Letters of a path: Windows opens no longer one by default. */
export const LONGEST_PATH = sep === '\\' ? 240 : Number.POSITIVE_INFINITY

/** Windows knows these as devices, whatever follows the dot. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=$|[. ])/i
/** Signs that one of the systems forbids, as what is read in their place. */
const INSTEAD: Record<string, string> = {
  '/': '-',
  '\\': '-',
  '|': '-',
  '<': '(',
  '>': ')',
  '"': "'",
  '*': '-',
  '?': '',
}
const FORBIDDEN = /[/\\|<>"*?]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: no system shows them
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ue000-\ue01f\ufeff\ufffd]/g

/** A text from a fact without what a name cannot hold; `AC/DC: Live?` is `AC-DC - Live`. The result alone may still be no valid name. */
export function legalText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(UNSEEN, '')
    .replace(/(?<!\s)\s+:\s+|:\s+/g, ' - ')
    .replace(/:$/g, '')
    .replaceAll(':', '-')
    .replace(FORBIDDEN, (sign) => INSTEAD[sign] as string)
}

/** One part of a path. Empty when nothing is left. Hidden names, trailing dots and names of devices are not made. */
export function legalPart(text: string): string {
  const tidy = legalText(text)
    .replace(/ {2,}/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return DEVICES.test(tidy) ? `_${tidy}` : tidy
}

export const bytesOf = (text: string): number => Buffer.byteLength(text)

/** Without its end, so that it has at most so many bytes; never cut inside what reads as one letter. */
export function truncateBytes(text: string, most: number): string {
  if (bytesOf(text) <= most) return text
  let kept = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    bytes += bytesOf(segment)
    if (bytes > most) break
    kept += segment
  }
  return kept.replace(/(?<![. ])[. ]+$/, '')
}
