import { afterAll, beforeAll, expect, test } from 'bun:test'
import { putIssueSource } from '../../library/metadata/store'
import { type TestApp, testApp } from '../../testing/app'
import { makeCatalog, type readingApp } from '../../testing/catalog'
import { namesRead } from '../../testing/names'

let app: TestApp
let catalog: ReturnType<typeof readingApp>

beforeAll(async () => {
  app = await testApp({ library: true, settings: { opds_enable: 'true' } })
  catalog = makeCatalog(app)
  app.db.write((tx) => {
    const credits = [
      { name: 'Ann Lee', roles: ['Writer', 'CoverArtist'] },
      { name: 'Bo Ek', roles: ['Inker'] },
    ]
    const facts = { credits, characters: ['AC/DC'], genres: ['Noir'] }
    putIssueSource(tx, { issue_id: 'harbor-2', source: 'file', facts, said_at: '2026-01-01T00:00:00.000Z' })
    putIssueSource(tx, { issue_id: 'harbor-10', source: 'file', facts: { credits: [credits[0]!] }, said_at: '2026-01-01T00:00:00.000Z' }) // biome-ignore format: one row
    putIssueSource(tx, { issue_id: 'harbor-11', source: 'file', facts: { credits }, said_at: '2026-01-01T00:00:00.000Z' }) // biome-ignore format: one row
  })
})
afterAll(() => app.close())

type Entry = { title?: string; metadata?: { title: string }; href?: string }
interface JsonFeed {
  metadata: { title: string; numberOfItems?: number }
  navigation?: Entry[]
  publications?: Entry[]
  facets?: { metadata: { title: string }; links: { title: string; href: string; properties: { numberOfItems: number } }[] }[] // biome-ignore format: one type
}
const v2 = async (path: string) => {
  await namesRead(app)
  const reply = await catalog.app.get(path)
  expect(reply.status, path).toBe(200)
  return (await reply.json()) as JsonFeed
}

test('Browse leads to the kinds of names, their names, and the issues of each that can be read', async () => {
  const kinds = await v2('/opds/v2/names')
  expect(kinds.navigation?.map(({ title }) => title)).toEqual(['People', 'Characters', 'Publishers', 'Genres'])
  const people = await v2('/opds/v2/names/people')
  expect(people.navigation?.map(({ title, href }) => [title, href?.split('/opds/')[1]])).toEqual([
    ['Ann Lee', 'v2/names/people/Ann%20Lee'],
    ['Bo Ek', 'v2/names/people/Bo%20Ek'],
  ])
  const issues = await v2('/opds/v2/names/people/Ann%20Lee')
  expect(issues.publications).toHaveLength(2)
  // Issue 11 has no file.
  expect(issues.metadata).toMatchObject({ title: 'Ann Lee', numberOfItems: 2 })
})

test('roles and reading are facets, which keep each other', async () => {
  const feed = await v2('/opds/v2/names/people/Ann%20Lee?role=CoverArtist')
  expect(feed.metadata.title).toBe('Ann Lee: Cover artist')
  expect(feed.facets?.map(({ metadata }) => metadata.title)).toEqual(['Role', 'Reading'])
  const unread = feed.facets?.[1]?.links.find(({ title }) => title === 'Unread')
  expect(unread?.href).toEndWith('/opds/v2/names/people/Ann%20Lee?role=CoverArtist&read=unread')
  await app.reader.post('/api/reading/mark', { issue_ids: ['harbor-2'], read: true })
  const left = await v2('/opds/v2/names/people/Ann%20Lee?read=unread')
  expect(left.publications).toHaveLength(1)
})

test('the same feeds exist for OPDS 1.2, with a name that has a slash', async () => {
  const reply = await catalog.app.get('/opds/names/characters/AC%20DC')
  expect(reply.status).toBe(200)
  expect(await reply.text()).toContain('AC/DC')
  expect(await (await catalog.app.get('/opds/names')).text()).toContain('/opds/names/genres')
})

test.each([
  ['/opds/names/nothing', 'The catalog has no names of the kind nothing.'],
  ['/opds/names/people/Nobody', 'The library has no person called Nobody.'],
])('%s is refused with a sentence', async (path, sentence) => {
  const reply = await catalog.app.get(path)
  expect(reply.status).toBe(404)
  expect(await reply.text()).toContain(sentence)
})
