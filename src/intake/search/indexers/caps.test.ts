import { expect, test } from 'bun:test'
import { XmlError } from '../../../base/platform/xml'
import { categoriesFor, lacksCategories, readCaps } from './caps'
import { IndexerError } from './feed-parser'

test('capabilities of an indexer are parsed completely', () => {
  const caps =
    readCaps(`<?xml version="1.0"?><caps><server title="Indexer A" version="1"/><limits max="200" default="50"/>
    <searching><search available="yes" supportedParams="q,cat"/><book-search available="yes" supportedParams="q, author,title"/>
      <tv-search available="no" supportedParams="q"/></searching>
    <categories><category id="7000" name="Books"><subcat id="7030" name="Comics"/><subcat id="x"/></category><category name="no"/></categories></caps>`)
  expect(caps).toEqual({
    title: 'Indexer A',
    limits: { max: 200, default: 50 },
    searching: { search: ['q', 'cat'], book: ['q', 'author', 'title'] },
    categories: [{ id: 7000, name: 'Books', sub: [{ id: 7030, name: 'Comics' }] }],
  })
})

test('an indexer without capabilities gets a plain search with a hundred results', () => {
  expect(readCaps('<caps/>')).toEqual({
    title: '',
    limits: { max: 100, default: 100 },
    searching: { search: ['q'] },
    categories: [],
  })
})

test('a long list of capabilities is cut', () => {
  const list = (count: number, make: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => make(n + 1)).join('')
  const long = 'x'.repeat(250)
  const subcats = list(101, (n) => `<subcat id="${n}" name="${long}"/>`)
  const { title, searching, categories } = readCaps(`<caps><server title="${long}"/>
    <searching>${list(101, (n) => `<k${n}-search/>`)}</searching>
    <categories><category id="7000" name="${long}">${subcats}</category>${list(100, (n) => `<category id="${n}"/>`)}</categories></caps>`)
  expect([title.length, Object.keys(searching).length, categories.length]).toEqual([200, 100, 100])
  expect([categories[0]?.sub.length, categories[0]?.name.length, categories[0]?.sub[0]?.name.length]).toEqual([100, 100, 100]) // biome-ignore format: one glance
  const name = `a${'b'.repeat(60)}`
  const taken = readCaps(`<caps><searching><${name} supportedParams="${'q'.repeat(1001)}"/></searching></caps>`)
  expect(Object.entries(taken.searching)).toEqual([[name.slice(0, 50), ['q'.repeat(1000)]]])
})

test('capabilities without names use the other fields', () => {
  const text = `<caps><server strapline="All comics"/><limits max="50" default="80"/><searching><search/></searching>
    <categories><category id="7000"/></categories></caps>`
  expect(readCaps(text)).toEqual({
    title: 'All comics',
    limits: { max: 50, default: 50 },
    searching: { search: ['q'] },
    categories: [{ id: 7000, name: '7000', sub: [] }],
  })
})

test('texts that repeat the key lose it', () => {
  const text = '<caps><server title="for secret12"/><categories><category id="1" name="secret12"><subcat id="2" name="a secret12"/></category></categories></caps>' // biome-ignore format: one answer
  const { title, categories } = readCaps(text, 'secret12')
  expect([title, categories]).toEqual(['for …', [{ id: 1, name: '…', sub: [{ id: 2, name: 'a …' }] }]])
})

test.each<[chosen: number[], listed: number[], searched: string, lacks: boolean]>([
  [[7030], [7000, 7030], '7030', false],
  [[7030, 8000], [7000, 7030], '7030', false],
  [[7030, 8000], [7000], '7030,8000', true],
  [[7030], [], '7030', false],
])('for the chosen categories %j at an indexer with %j the search uses %s; it has none of them: %p', (chosen, listed, searched, lacks) => {
  const [first, ...sub] = listed.map((id) => ({ id, name: String(id) }))
  const caps = { ...readCaps('<caps/>'), categories: first ? [{ ...first, sub }] : [] }
  expect([categoriesFor(chosen, caps), lacksCategories(chosen, caps)]).toEqual([searched, lacks])
}) // biome-ignore format: one title

test('errors and other documents are distinguished', () => {
  expect(() => readCaps('<error code="910" description="API disabled"/>')).toThrow(IndexerError)
  expect(() => readCaps('<rss/>')).toThrow(XmlError)
})
