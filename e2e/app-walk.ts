import type { CatalogReply } from './catalog-walk'
import type { Client } from './panelkeep'

/** What an app that speaks Komga's interface can reach from its lists, by the ids in them. */

const AT = '/komga/api/v1'
const LISTS = [
  'libraries',
  'series?unpaged=true',
  'series/new',
  'series/updated',
  'series/latest',
  'series/alphabetical-groups',
  'books?unpaged=true',
  'books?unpaged=true&sort=size,desc',
  'books/ondeck',
  'books/latest',
  'collections?unpaged=true',
  'readlists?unpaged=true',
  ...['genres', 'tags', 'tags/series', 'tags/book', 'publishers', 'languages', 'age-ratings', 'authors', 'series/release-dates'], // biome-ignore format: one list
]

type Entry = { id: string }
const OF_SERIES = ['', '/books?unpaged=true', '/thumbnail', '/collections']
const OF_BOOK = ['', '/pages', '/pages/1', '/pages/1/thumbnail', '/thumbnail', '/manifest', '/next', '/previous', '/readlists', '/file'] // biome-ignore format: one list

/** Reads every list, and everything that belongs to their entries; `words` are what is searched for. */
export async function walkApp(client: Client, words: readonly string[]): Promise<CatalogReply[]> {
  const replies: CatalogReply[] = []
  const read = async (path: string) => {
    const reply = await client.get(`${AT}/${path}`)
    const body = Buffer.from(await reply.arrayBuffer())
    replies.push({ path: `${AT}/${path}`, status: reply.status, body })
    return body
  }
  const entries = async (path: string) => (JSON.parse((await read(path)).toString()) as { content: Entry[] }).content
  const readAll = async (kind: string, list: readonly Entry[], parts: readonly string[]) => {
    for (const { id } of list) for (const part of parts) await read(`${kind}/${id}${part}`)
  }
  for (const path of LISTS) await read(path)
  for (const word of words) for (const kind of ['series', 'books']) await read(`${kind}?search=${word}`)
  await readAll('series', await entries('series?unpaged=true'), OF_SERIES)
  await readAll('books', await entries('books?unpaged=true'), OF_BOOK)
  await readAll('collections', await entries('collections?unpaged=true'), ['', '/series', '/thumbnail'])
  await readAll('readlists', await entries('readlists?unpaged=true'), ['', '/books', '/thumbnail', '/read-progress/tachiyomi']) // biome-ignore format: one call
  return replies
}
