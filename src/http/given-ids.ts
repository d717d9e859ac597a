/**
 * Some tools put their service's own prefix before an id: `4050-18705` for a series, `4000-301` for an issue, `4045-12`
 * for an arc. It is taken off in each address and body before anything reads them, so that no route has to.
 */
const PREFIX = /^\s*40\d\d-(?=.)/
/** Fields with ids of the library; `comicid` and `comicId` are spellings of older tools. */
const ID_FIELD = /(?:^|_)ids?$|(?:comic|issue|arc|series|manga)ids?$/i
/** Ids of a provider that the request names, and so never of another. */
const FOREIGN_FIELD = 'provider_id'
const FOREIGN_PATH = /^\/api\/metadata\/series-image\//

/** Of one id, or of several with commas between. */
export const bareId = (id: string): string =>
  id
    .split(',')
    .map((each) => each.replace(PREFIX, ''))
    .join(',')

/** The same with every id bare, at any depth. */
export function withBareIds<T>(value: T, name?: string): T
export function withBareIds(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return isIdField(name) ? bareId(value) : value
  if (Array.isArray(value)) return value.map((each: unknown) => withBareIds(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBareIds(each as unknown, key)]))
}

const isIdField = (name: string) => ID_FIELD.test(name) && name !== FOREIGN_FIELD

/** The path and the query of a request with bare ids. */
export function addressWithBareIds(path: string, search: string): string {
  if (!/^\/(?:api|opds)\//.test(path) || FOREIGN_PATH.test(path)) return `${path}${search}`
  return `${path.replace(/(?<=\/|,|%2C)40\d\d(?:-|%2D)(?=[^/])/gi, '')}${queryWithBareIds(search)}`
}

function queryWithBareIds(search: string): string {
  if (!/[=,]40\d\d-/.test(search.replaceAll(/%2[dc]/gi, (code) => decodeURIComponent(code)))) return search
  const fields = [...new URLSearchParams(search)].map(([name, value]) => [name, withBareIds(value, name)])
  return `?${new URLSearchParams(fields)}`
}
