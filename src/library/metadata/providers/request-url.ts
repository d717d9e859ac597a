export type QueryFields = Record<string, string | number | readonly string[]>

/** The full URL of a request; a list becomes a repeated parameter. Unpaired surrogates are replaced. */
export function requestUrl(base: string, path: string, query: QueryFields): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (each) => `${name}=${encodeURIComponent(String(each).toWellFormed())}`,
    ),
  )
  return `${base.replace(/(?<!\/)\/+$/, '')}/${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
