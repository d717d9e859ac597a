import type { Client } from './panelkeep'

/** What a reading app can reach from the start pages of both catalogs, by their links alone. */

const STARTS = ['/opds', '/opds/v2']
/** Words that a reading app fills into the addresses of searches and pages. */
const FILLED: Record<string, string> = { pageNumber: '0', maxWidth: '400' }

export interface CatalogReply {
  path: string
  status: number
  body: Buffer
}

/** Reads every address once; `words` are what is searched for. */
export async function walkCatalog(client: Client, words: readonly string[]): Promise<CatalogReply[]> {
  const replies: CatalogReply[] = []
  const seen = new Set(STARTS)
  const waiting = [...STARTS]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const reply = await client.get(path)
    const body = Buffer.from(await reply.arrayBuffer())
    replies.push({ path, status: reply.status, body })
    if (!/xml|json/.test(reply.headers.get('content-type') ?? '')) continue
    for (const next of linksIn(body.toString(), client.base + path, words)) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return replies
}

function linksIn(text: string, from: string, words: readonly string[]): string[] {
  const { origin } = new URL(from)
  const links = [...text.matchAll(/(?:href|template)="([^"]+)"|"href":\s*"([^"]+)"/g)].flatMap(([, xml, json]) =>
    words.map((word) => filled((xml ?? json ?? '').replaceAll('&amp;', '&'), word)),
  )
  return [...new Set(links)]
    .map((link) => new URL(link, from))
    .filter((url) => url.origin === origin)
    .map(({ pathname, search }) => pathname + search)
}

/** `/opds/search?q={searchTerms}` of OPDS 1.2, `/opds/v2/search{?query}` of OPDS 2.0. */
const filled = (link: string, word: string) =>
  link
    .replace(/\{\?(\w+)[^}]*\}/, (_, name: string) => `?${name}=${encodeURIComponent(word)}`)
    .replace(/\{(\w+)\??\}/g, (_, name: string) => FILLED[name] ?? encodeURIComponent(word))
