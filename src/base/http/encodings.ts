/**
 * The encodings in which the pages are built, the smaller first. Browsers accept `br` over HTTPS only, `gzip` always.
 */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const

export type Encoding = keyof typeof ENCODINGS

/** The one of the `made` encodings that a client prefers by its Accept-Encoding; undefined for the plain file. */
export function preferredEncoding(accepted: string | null, made: readonly Encoding[]): Encoding | undefined {
  const weights = new Map((accepted ?? '').split(',').map(weightOf))
  const weight = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  let best: Encoding | undefined
  for (const each of made) if (weight(each) > (best ? weight(best) : 0)) best = each
  return best && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/** `gzip;q=0.5` as name and weight; an invalid weight counts as 0, so that the plain file is sent. */
function weightOf(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return [name, q === undefined ? 1 : Number(q) || 0]
}
