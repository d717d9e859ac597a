import { posix, sep, win32 } from 'node:path'

/**
 * The normal form of a path. People, settings, download clients and other programs write the same place in many ways:
 * with either slash, `c:` or `C:`, `\\?\`, as a share, with dots and spaces that Windows drops. All of them become the
 * same form here.
 */
type PathStyle = 'windows' | 'posix'

export const OWN_STYLE: PathStyle = sep === '\\' ? 'windows' : 'posix'

const DRIVE = /^[a-z]:(?=[\\/]|$)/i
const SHARE = /^[\\/]{2}(?=[^\\/])/
const LITERAL = /^[\\/]{2}[?.][\\/](UNC[\\/])?/i

/**
 * The kind of a path by its spelling, whichever system reads it. Two slashes begin a Windows share; elsewhere such a
 * path is not used.
 */
export const styleOf = (path: string): PathStyle => (DRIVE.test(path) || SHARE.test(path) ? 'windows' : 'posix')

/** Whether a path begins at the root of a disk or share, on any system. */
export const isFullPath = (path: string): boolean => path.startsWith('/') || styleOf(path) === 'windows'

/** The root and the names of a path: `C:`, `//nas`, or an empty text for `/`. */
export function pathParts(path: string, style: PathStyle = styleOf(path)): string[] {
  if (style === 'posix') return ['', ...path.split('/').filter((name) => name !== '' && name !== '.')]
  const bare = path.replace(LITERAL, (_, share: string | undefined) => (share ? '//' : '')).replaceAll('\\', '/')
  const names = bare.split('/').filter((name) => name !== '' && name !== '.')
  if (SHARE.test(bare)) return [`//${names[0]}`, ...names.slice(1)]
  return DRIVE.test(bare) ? [names[0]!.toUpperCase(), ...names.slice(1)] : ['', ...names]
}

/** `..` has no name to shorten. */
const withoutEnd = (name: string): string => (/^\.+$/.test(name) ? name : name.replace(/[. ]+$/, '') || name)

/**
 * The parts in comparable form: Windows ignores case, and dots and spaces at the end of names unless the path begins
 * with `\\?\`.
 */
export function pathKeys(path: string, style: PathStyle = styleOf(path)): string[] {
  const parts = pathParts(path, style)
  if (style === 'posix') return parts
  const ends = LITERAL.test(path) ? (name: string) => name : withoutEnd
  return parts.map((name) => ends(name).toLowerCase())
}

/**
 * The parts of `path` below `folder`, empty for the folder itself; undefined when the path is elsewhere. The folder
 * decides how both are read: `\\nas\dl` contains `//nas/dl/x`, and `/data` contains `//data/x`.
 */
export function partsBelow(folder: string, path: string): string[] | undefined {
  const style = styleOf(folder)
  if (style === 'windows' && styleOf(path) !== 'windows') return undefined
  if (style === 'posix' && DRIVE.test(path)) return undefined
  const [above, all] = [pathKeys(folder, style), pathKeys(path, style)]
  return above.every((name, at) => name === all[at]) ? pathParts(path, style).slice(above.length) : undefined
}

/**
 * An absolute path in this machine's spelling. Paths of another system stay unchanged, since no file here has them.
 * Dots and spaces at the end of names stay: a folder created by another system may have them.
 */
export function ownForm(path: string, style: PathStyle = OWN_STYLE): string {
  if (style === 'posix' || styleOf(path) !== 'windows') return path
  const bare = path.replace(LITERAL, (_, share: string | undefined) => (share ? '\\\\' : ''))
  const plain = win32
    .normalize(`${bare.replaceAll('/', '\\')}${/^.:$/.test(bare) ? '\\' : ''}`)
    .replace(DRIVE, (drive) => drive.toUpperCase())
  return /^(?:[A-Z]:\\?|\\\\[^\\]+\\?)$/.test(plain) ? `${plain.replace(/\\$/, '')}\\` : plain.replace(/\\+$/, '')
}

/** Equal for paths of this machine that name the same place, as far as that is decidable without the disk. */
export function placeKey(path: string, style: PathStyle = OWN_STYLE): string {
  if (style === 'posix') return posix.normalize(path).replace(/(?<=.)\/+$/, '')
  return pathKeys(ownForm(path, style), 'windows').join('/')
}

/** Whether the folder contains the path, at any depth; both are paths of this machine. */
export function isBelow(path: string, folder: string, style: PathStyle = OWN_STYLE): boolean {
  const end = style === 'windows' ? '\\' : '/'
  const below = folder.endsWith(end) ? folder : folder + end
  return path.startsWith(below) || (style === 'windows' && path.toLowerCase().startsWith(below.toLowerCase()))
}

/** Whether the path is the folder or below it. */
export const isIn = (path: string, folder: string, style: PathStyle = OWN_STYLE): boolean =>
  path === folder ||
  isBelow(path, folder, style) ||
  (style === 'windows' && path.toLowerCase() === folder.toLowerCase())

/** Equal for names that some disks treat as one: they differ in case, or in Unicode composition. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()
