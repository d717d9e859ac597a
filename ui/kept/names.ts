/**
 * Where a browser keeps issues: one cache for each, so that removing it is one call. Names contain the base path, since
 * two Panelkeeps may share a host, and the user. The worker builds the same names.
 */

export type CopyKey = { user_id: string; issue_id: string }

const keptPrefix = (root: string) => `panelkeep${root} kept `
const shellPrefix = (root: string) => `panelkeep${root} shell `

export function keptCache(root: string, { user_id, issue_id }: CopyKey): string {
  return `${keptPrefix(root)}${encodeURIComponent(user_id)} ${encodeURIComponent(issue_id)}`
}

/** The copy in a cache of this name; undefined for other caches. */
export function copyKeyOf(root: string, cache: string): CopyKey | undefined {
  if (!cache.startsWith(keptPrefix(root))) return undefined
  const [user, issue] = cache.slice(keptPrefix(root).length).split(' ')
  if (!user || !issue) return undefined
  return { user_id: decodeURIComponent(user), issue_id: decodeURIComponent(issue) }
}

/** The cache of the pages' own files, as one build made them. */
export const shellCache = (root: string, build: string): string => shellPrefix(root) + build

export const isShellCache = (root: string, cache: string): boolean => cache.startsWith(shellPrefix(root))

/** Answered by the worker alone: the record of a copy, or a page. */
export function copyPath(root: string, { user_id, issue_id }: CopyKey, part: 'record' | number): string {
  return `${root}/kept/${encodeURIComponent(user_id)}/${encodeURIComponent(issue_id)}/${part}`
}

/** The copy that an address below `/kept` is of. */
export function copyKeyAt(root: string, path: string): CopyKey | undefined {
  if (!path.startsWith(`${root}/kept/`)) return undefined
  const [user, issue, part] = path.slice(`${root}/kept/`.length).split('/')
  if (!user || !issue || !part) return undefined
  return { user_id: decodeURIComponent(user), issue_id: decodeURIComponent(issue) }
}
