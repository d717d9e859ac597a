import { sep } from 'node:path'

/** Names that are valid on Windows, macOS and Linux, whichever of them holds the library today. */

/** The longest name on all usual disks, in bytes of UTF-8. */
export const LONGEST_BYTES = 255
/** The longest path in characters: by default Windows opens no longer one. */
export const LONGEST_PATH = sep === '\\' ? 240 : Number.POSITIVE_INFINITY

/** Windows treats these as devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=$|[. ])/i
/** Characters that one of the systems forbids, and their replacements. */
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

/**
 * A fact's text without characters that are invalid in names; `AC/DC: Live?` is `AC-DC - Live`. The result alone may
 * still be an invalid name.
 */
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

/** One part of a path. Empty when nothing is left. Hidden names, trailing dots and device names are avoided. */
export function legalPart(text: string): string {
  const tidy = legalText(text)
    .replace(/ {2,}/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return DEVICES.test(tidy) ? `_${tidy}` : tidy
}

export const bytesOf = (text: string): number => Buffer.byteLength(text)

/** Shortens the text to at most this many bytes, never inside a visible character. */
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
