/**
 * Some tools put their service's prefix before an id: `4050-18705` for a series, `4000-301` for an issue, `4045-12` for
 * an arc. The prefix is removed from each address and body before anything reads them, so that no route has to.
 */
const PREFIX = /^\s*40(?:00|45|50)-(?=.)/
/** Routes in which such an id may appear. */
const HAS_PREFIX = /40(?:00|45|50)-/
/** Fields with ids of the library; `comicid` and `comicId` are spellings of older tools. */
const ID_FIELD = /(?:^|_)ids?$|(?:comic|issue|arc|series|manga)ids?$/i
/** Ids given by a provider, a reading app or another service. */
const FOREIGN_FIELD = /(?:^|_)(?:provider|device|client|chat|thread|message|room)_ids?$/i
/** Ids of the provider that the request names, never of another. */
const FOREIGN_PATH = /^\/api\/metadata\/series-image\//
/** Below these, a part of a path is a name or a file name, and may begin like an id. */
const NAMES_BELOW = /^(?:\/opds\/(?:v2\/)?(?:publishers|browse|oneoffs|sync)|\/opds\/issues\/[^/]+|\/api\/calendar|\/api\/downloads\/needs-attention\/[^/]+)(?=\/)/ // biome-ignore format: one list

/** Removes the prefix from one id, or from several separated by commas. */
export const bareId = (id: string): string =>
  id
    .split(',')
    .map((each) => each.replace(PREFIX, ''))
    .join(',')

/** The same value with every id bare, at any depth. */
export function withBareIds<T>(value: T, name?: string): T
export function withBareIds(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return isIdField(name) ? bareId(value) : value
  if (Array.isArray(value)) return value.map((each: unknown) => withBareIds(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBareIds(each as unknown, key)]))
}

const isIdField = (name: string) => ID_FIELD.test(name) && !FOREIGN_FIELD.test(name)

/** The path and the query of a request with bare ids. */
export function addressWithBareIds(path: string, search: string): string {
  if (!/^\/(?:api|opds)\//.test(path) || FOREIGN_PATH.test(path)) return `${path}${search}`
  const names = NAMES_BELOW.exec(path)?.[0].length ?? path.length
  return `${pathWithBareIds(path.slice(0, names))}${path.slice(names)}${queryWithBareIds(search)}`
}

/** A part is decoded only when an id in it changes: a key may contain an encoded slash. */
function pathWithBareIds(path: string): string {
  if (!HAS_PREFIX.test(decoded(path))) return path
  return path
    .split('/')
    .map((part) => {
      const bare = bareId(decoded(part))
      return bare === decoded(part) ? part : encodeURIComponent(bare)
    })
    .join('/')
}

function queryWithBareIds(search: string): string {
  if (!HAS_PREFIX.test(decoded(search))) return search
  const fields = [...new URLSearchParams(search)].map(([name, value]) => [name, withBareIds(value, name)])
  return `?${new URLSearchParams(fields)}`
}

/** Unchanged when the part is not well encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
