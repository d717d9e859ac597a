/** The cookies of a request by name. Of two with one name the first counts, which browsers send for the longer path. */
export function cookiesOf(request: Request): Map<string, string> {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return new Map(pairs.reverse().map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}
