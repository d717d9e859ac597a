const MOST_HOPS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/** The target of a redirect, as sent. */
export function locationOf({ status, headers }: { status: number; headers: Headers }): string | undefined {
  return REDIRECTS.includes(status) ? headers.get('location')?.trim() || undefined : undefined
}

/** Visits one address after another until one has the reply; undefined when redirects do not end after five. */
export async function followRedirects<T>(
  start: URL,
  visit: (url: URL) => Promise<{ reply: T } | { next: URL }>,
): Promise<T | undefined> {
  let url = start
  for (let hop = 0; hop <= MOST_HOPS; hop++) {
    const visited = await visit(url)
    if ('reply' in visited) return visited.reply
    url = visited.next
  }
  return undefined
}
