import { posix, sep, win32 } from 'node:path'

/**
 * The one form of a path. People, settings, download clients and other programs write one place in many ways: with either
 * slash, `c:` or `C:`, `\\?\`, as a share, with dots and spaces that Windows leaves out. Here they become one.
 */
type PathStyle = 'windows' | 'posix'

export const OWN_STYLE: PathStyle = sep === '\\' ? 'windows' : 'posix'

const DRIVE = /^[a-z]:(?=[\\/]|$)/i
const SHARE = /^[\\/]{2}(?=[^\\/])/
const LITERAL = /^[\\/]{2}[?.][\\/](UNC[\\/])?/i

/** What a path looks like, whatever system reads it. Two slashes begin a share of Windows, never a path elsewhere. */
export const styleOf = (path: string): PathStyle => (DRIVE.test(path) || SHARE.test(path) ? 'windows' : 'posix')

/** A path that begins at the top of a disk or share, on whatever system. */
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

/** The parts as they compare: Windows has no case, and no dots and spaces at the end of a name that is not after `\\?\`. */
export function pathKeys(path: string, style: PathStyle = styleOf(path)): string[] {
  const parts = pathParts(path, style)
  if (style === 'posix') return parts
  const ends = LITERAL.test(path) ? (name: string) => name : withoutEnd
  return parts.map((name) => ends(name).toLowerCase())
}

/**
 * The parts of `path` below `folder`, none for the folder itself; undefined when it is elsewhere. The folder says how both
 * are read: `\\nas\dl` holds `//nas/dl/x`, and `/data` holds `//data/x`.
 */
export function partsBelow(folder: string, path: string): string[] | undefined {
  const style = styleOf(folder)
  if (style === 'windows' && styleOf(path) !== 'windows') return undefined
  if (style === 'posix' && DRIVE.test(path)) return undefined
  const [above, all] = [pathKeys(folder, style), pathKeys(path, style)]
  return above.every((name, at) => name === all[at]) ? pathParts(path, style).slice(above.length) : undefined
}

/**
 * A whole path as this machine writes it. Paths of another system stay as they are, since no file here has them. Dots and
 * spaces at the end of names stay: a folder that another system made may have them.
 */
export function ownForm(path: string, style: PathStyle = OWN_STYLE): string {
  if (style === 'posix' || styleOf(path) !== 'windows') return path
  const bare = path.replace(LITERAL, (_, share: string | undefined) => (share ? '\\\\' : ''))
  const plain = win32
    .normalize(`${bare.replaceAll('/', '\\')}${/^.:$/.test(bare) ? '\\' : ''}`)
    .replace(DRIVE, (drive) => drive.toUpperCase())
  return /^(?:[A-Z]:\\?|\\\\[^\\]+\\?)$/.test(plain) ? `${plain.replace(/\\$/, '')}\\` : plain.replace(/\\+$/, '')
}

/** Equal for paths of this machine that mean one place, as far as that can be told without the disk. */
export function placeKey(path: string, style: PathStyle = OWN_STYLE): string {
  if (style === 'posix') return posix.normalize(path).replace(/(?<=.)\/+$/, '')
  return pathKeys(ownForm(path, style), 'windows').join('/')
}

/** Whether the folder holds the path, at any depth; both are paths of this machine. */
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

/** Equal for names that some disks take for one: they differ in case, or in how letters are put together. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()
