export type Query = Record<string, string | number | readonly string[]>

/** The whole address of a question; a list is asked as the same name several times. Half letters become whole ones. */
export function requestUrl(base: string, path: string, query: Query): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (each) => `${name}=${encodeURIComponent(String(each).toWellFormed())}`,
    ),
  )
  return `${base.replace(/\/+$/, '')}/${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`
}
