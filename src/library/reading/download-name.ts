import { basename, extname } from 'node:path'
import { FORMATS } from '../../base/formats/formats'
import { sha256 } from '../../base/platform/digest'
import type { FileRow } from '../series/file-store'

/** The name on disk, with the extension of the file's real format. */
export function downloadName(file: Pick<FileRow, 'path' | 'format'>): string {
  const name = basename(file.path)
  return `${name.slice(0, name.length - extname(name).length)}.${FORMATS[file.format].extension}`
}

/** File names that can share a folder on any system: without forbidden characters, and without repeats. */
export function uniqueDownloadNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>()
  return names.map((name) => {
    const safe = safeName(name)
    const [stem, extension] = [safe.slice(0, safe.length - extname(safe).length), extname(safe)]
    let free = safe
    for (let copy = 2; usedNames.has(free.toLowerCase()); copy++) free = `${stem} (${copy})${extension}`
    usedNames.add(free.toLowerCase())
    return free
  })
}

export function safeName(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/(?<![. ])[. ]+$/, '')
  return safe === '' ? '_' : safe
}

/** Content-Disposition: the name in ASCII for old apps and in full for others (RFC 6266). */
export function attachment(name: string): string {
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${exact}`
}

/** Titles in other scripts become underscores in ASCII, so a short id of the full name distinguishes them. */
function asciiName(name: string): string {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  const ascii = plain.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (!/[^\0-\x7e]/.test(plain)) return ascii
  const extension = extname(ascii)
  return `${ascii.slice(0, ascii.length - extension.length)} ${sha256(name.normalize('NFC')).slice(0, 8)}${extension}`
}
