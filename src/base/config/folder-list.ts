import { isAbsolute } from 'node:path'

/**
 * Folders as text: absolute paths separated by `;`. A path that contains `;`, or begins or ends with a space, is in
 * double quotes, in which a double quote is written twice. No absolute path begins with a quote, so older lists keep
 * their meaning.
 */
export function foldersIn(text: string): string[] {
  const folders: string[] = []
  let isOpen = false // whether the last folder may continue after its `;`
  for (const { path, isQuoted } of partsOf(text)) {
    const whole = path.trim()
    // Earlier versions wrote a `;` in a name unquoted: a part that is not an absolute path continues the folder before
    // it.
    if (!isQuoted && isOpen && whole !== '' && !isAbsolute(whole)) folders.push(`${folders.pop()};${path.trimEnd()}`)
    else if (isQuoted || whole !== '') folders.push(isQuoted ? path : whole)
    isOpen = !isQuoted && folders.length > 0
  }
  return folders
}

export const folderList = (folders: readonly string[]): string => folders.map(folderText).join(';')

/** One folder as text, quoted where the plain text would be read differently. */
export const folderText = (folder: string): string =>
  folder.includes(';') || folder !== folder.trim() ? `"${folder.replaceAll('"', '""')}"` : folder

/** The folder in a quoted text; undefined for any other text. */
export function quotedFolder(text: string): string | undefined {
  const quoted = /^\s*"((?:[^"]|"")*)"\s*$/.exec(text)?.[1]
  return quoted?.replaceAll('""', '"')
}

const PART = /\s*"(?:[^"]|"")*"\s*(?=;|$)|[^;]*/y

function partsOf(text: string): { path: string; isQuoted: boolean }[] {
  const parts: { path: string; isQuoted: boolean }[] = []
  for (let at = 0; at <= text.length; at = PART.lastIndex + 1) {
    PART.lastIndex = at
    const part = PART.exec(text)![0]
    PART.lastIndex = at + part.length
    const quoted = quotedFolder(part)
    parts.push({ path: quoted ?? part, isQuoted: quoted !== undefined })
  }
  return parts
}
