import { isFullPath, OWN_STYLE, ownForm, pathKeys, pathParts, styleOf } from '../../base/platform/paths'

/** A folder of the source, and its place on this machine. */
export interface SourcePathMapping {
  from: string
  to: string
}

export { isFullPath }

const isWindows = (path: string) => styleOf(path) === 'windows'

const joined = (parts: readonly string[]) => (parts.length === 1 && parts[0] === '' ? '/' : parts.join('/'))

/** The path on this machine: the longest matching `from` is replaced. Other paths do not change. */
export function mapPath(path: string, mappings: readonly SourcePathMapping[], style = OWN_STYLE): string {
  const parts = pathParts(path)
  const key = pathKeys(path)
  let best: { to: string; length: number } | undefined
  for (const { from, to } of mappings) {
    const own = pathKeys(from)
    const isIn = own.length <= key.length && own.every((part, at) => part === key[at])
    if (isIn && (best === undefined || own.length > best.length)) best = { to, length: own.length }
  }
  if (best === undefined) return ownForm(path, style)
  const rest = parts.slice(best.length)
  const separator = /^[a-z]:\\|^\\\\/i.test(best.to) ? '\\' : '/'
  const base = best.to.replace(/(?<![\\/])[\\/]+$/, '')
  return rest.length === 0 ? best.to : `${base}${separator}${rest.join(separator)}`
}

/** The last part of a path, with any separators. */
export const lastPart = (path: string): string => pathParts(path).at(-1) ?? ''

export interface PathGroup {
  /** The longest folder that all of them are in. */
  prefix: string
  count: number
  /** Some of the paths, to check on disk. */
  samples: string[]
}

const SAMPLES = 5
/** The longest folder that contains the path, in parts. */
function rootOf(path: string, roots: readonly { folder: string; parts: string[] }[]): string[] | undefined {
  const key = pathKeys(path)
  const holding = roots.filter(({ folder }) => {
    const own = pathKeys(folder)
    return own.length < key.length && own.every((part, at) => part === key[at])
  })
  return holding.sort((a, b) => b.parts.length - a.parts.length)[0]?.parts
}

/**
 * Groups paths by the library folder (`roots`) that contains them. Others are grouped by the longest common prefix
 * within a drive, a share, the first folder below `/`, or the second where disks are mounted.
 */
export function groupPaths(paths: Iterable<string>, roots: readonly string[] = []): PathGroup[] {
  const folders = roots.filter(isFullPath).map((folder) => ({ folder, parts: pathParts(folder) }))
  const groups = new Map<string, { parts: string[]; count: number; samples: string[] }>()
  for (const path of paths) {
    if (!isFullPath(path)) continue
    const root = rootOf(path, folders)
    const parts = root ?? pathParts(path)
    const depth = root?.length ?? depthOf(parts, path)
    const top = pathKeys(path).slice(0, depth).join('/')
    const group = groups.get(top)
    if (!group) {
      groups.set(top, { parts, count: 1, samples: [path] })
      continue
    }
    group.count++
    if (group.samples.length < SAMPLES) group.samples.push(path)
    group.parts = shared(group.parts, parts, isWindows(path))
  }
  return [...groups.values()]
    .map(({ parts, count, samples }) => {
      // A single path is grouped by its folder, which others would share.
      const isPath = count === 1 && parts.length === pathParts(samples[0]!).length
      const own = isPath && parts.length > 2 ? parts.slice(0, -1) : parts
      return { prefix: joined(own), count, samples }
    })
    .sort((a, b) => b.count - a.count)
}

/**
 * How many parts name the place: a drive, a share, the first folder below `/`, or the second where disks are mounted.
 */
function depthOf(parts: readonly string[], path: string): number {
  if (isWindows(path)) return parts[0]!.startsWith('//') ? 2 : 1
  return MOUNTS.has(parts[1] ?? '') ? 3 : 2
}

const MOUNTS = new Set(['mnt', 'media', 'home', 'srv', 'Volumes', 'run'])

function shared(a: string[], b: string[], anyCase: boolean): string[] {
  const same = (x: string, y: string | undefined) => (anyCase ? x.toLowerCase() === y?.toLowerCase() : x === y)
  let length = 0
  while (length < a.length && same(a[length]!, b[length])) length++
  return a.slice(0, length)
}

/** The parts of a path below a prefix of it. */
export function below(prefix: string, path: string): string[] {
  return pathParts(path).slice(pathParts(prefix).length)
}
