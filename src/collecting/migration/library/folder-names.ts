const parts = (path: string) => path.split(/[\\/]+/).filter((part) => part !== '')

/** The name of a file and the folders between it and its library folder, nearest last. */
export function namesBelow(path: string, roots: readonly string[]): { name: string; folders: string[] } {
  const own = parts(path)
  const above = roots
    .map(parts)
    .filter((root) => root.length < own.length && root.every((part, at) => part === own[at]))
    .reduce((most, root) => Math.max(most, root.length), 0)
  return { name: own.at(-1) ?? '', folders: own.slice(above, -1) }
}

/** The file name without its extension. */
export const stemOf = (path: string): string => (parts(path).at(-1) ?? '').replace(/\.[a-z0-9]{2,5}$/i, '')
