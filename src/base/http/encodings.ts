/** The forms that the pages are built in, the smaller first. Browsers accept `br` over HTTPS alone, `gzip` always. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const

export type Encoding = keyof typeof ENCODINGS

/** Which of the `made` forms a client prefers by its Accept-Encoding; undefined for the file as it is. */
export function preferredEncoding(accepted: string | null, made: readonly Encoding[]): Encoding | undefined {
  const weights = new Map((accepted ?? '').split(',').map(weightOf))
  const weight = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  let best: Encoding | undefined
  for (const each of made) if (weight(each) > (best ? weight(best) : 0)) best = each
  return best && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/** `gzip;q=0.5` as its name and weight; a weight that is no number counts as none, so the file goes out as it is. */
function weightOf(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return [name, q === undefined ? 1 : Number(q) || 0]
}
