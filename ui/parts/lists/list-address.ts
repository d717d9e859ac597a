type Query = Record<string, string | undefined>

/** The page of a list that an address names, counted from 1. */
export const pageNumber = (query: Query): number => Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1)

/** An address with these parameters; page 1 is left out. */
export function listAddress(path: string, parts: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(parts)) {
    if (value === undefined || value === '' || (key === 'page' && value === 1)) continue
    search.set(key, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
