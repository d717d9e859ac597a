import { type Client, LOGIN, type TestApp } from './app'
import { makeCbz, makePages } from './archives/archives'
import { addFile } from './archives/comics'
import { makeIssues, makeSeries } from './make'

/** Shared by tests of the interface for reading apps: a comic and a manga with files, and clients that speak it. */

export const basicOf = (name: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

/** Fills the library: `harbor` with three issues and an annual, `river` with chapters and a volume. */
export function makeBooks(app: TestApp): void {
  const { db } = app
  makeSeries(db, {
    publisher: 'Northgate',
    year: 2019,
    genres: ['Crime', 'Noir'],
    publication: 'ended',
    language: 'en',
  })
  makeIssues(db, 'harbor', [
    { number: '1', title: 'Tide', writer: 'Ann Lee, Bo Ek', release_date: '2020-03-04' },
    { number: '2', release_date: '2020-04-01' },
    { number: '12', release_date: '2021-01-06' },
    { number: '1', kind: 'annual' },
    { number: '13' },
  ])
  makeSeries(db, { comic_id: 'river', name: 'River Road', content_type: 'manga', reading_direction: 'rtl' })
  makeIssues(db, 'river', [
    { number: '1', unit: 'chapter', issue_id: 'river-c1', volume_number: '1' },
    { number: '2', unit: 'chapter', issue_id: 'river-c2', volume_number: '1' },
    { number: '3', unit: 'chapter', issue_id: 'river-c3' },
    { number: '1', unit: 'volume', issue_id: 'river-v1' },
  ])
  const books = ['harbor-1', 'harbor-2', 'harbor-12', 'harbor-a1', 'river-c1', 'river-c2', 'river-c3', 'river-v1']
  for (const [day, issue] of books.entries())
    addFile(app, [issue], `${issue}.cbz`, makeCbz(makePages(4)), {
      page_count: 4,
      added_at: `2026-02-0${day + 1}T00:00:00.000Z`,
      content_hash: `hash of ${issue}`,
    })
}

export interface ReadingApp extends Client {
  /** The content of a list. */
  content<T = { id: string }>(path: string, body?: unknown): Promise<T[]>
  ids(path: string, body?: unknown): Promise<string[]>
}

/** An app that sends its login with each request. */
export function komgaApp(app: TestApp, headers: Record<string, string> = basicOf(LOGIN.username, LOGIN.password)) {
  const client = app.client(headers, '192.0.2.50')
  const content: ReadingApp['content'] = async <T>(path: string, body?: unknown) => {
    const reply = body === undefined ? client.get(`/komga/api/${path}`) : client.post(`/komga/api/${path}`, body)
    return (await client.json<{ content: T[] }>(200, reply)).content
  }
  return { ...client, content, ids: async (path: string, body?: unknown) => (await content(path, body)).map(({ id }) => id) } satisfies ReadingApp // biome-ignore format: one object
}
