import { expect, test } from 'bun:test'
import { XmlError } from '../../platform/xml'
import { categoriesFor, lacksCategories, readCaps } from './caps'
import { IndexerError } from './feed-parser'

test('what an indexer can is read whole', () => {
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

test('an indexer that says nothing takes a plain search, a hundred at a time', () => {
  expect(readCaps('<caps/>')).toEqual({
    title: '',
    limits: { max: 100, default: 100 },
    searching: { search: ['q'] },
    categories: [],
  })
})

test.each<[chosen: number[], listed: number[], searched: string, lacks: boolean]>([
  [[7030], [7000, 7030], '7030', false],
  [[7030, 8000], [7000, 7030], '7030', false],
  [[7030, 8000], [7000], '7030,8000', true],
  [[7030], [], '7030', false],
])('of the chosen categories %j at an indexer with %j it searches %s; it has none of them: %p', (chosen, listed, searched, lacks) => {
  const [first, ...sub] = listed.map((id) => ({ id, name: String(id) }))
  const caps = { ...readCaps('<caps/>'), categories: first ? [{ ...first, sub }] : [] }
  expect([categoriesFor(chosen, caps), lacksCategories(chosen, caps)]).toEqual([searched, lacks])
}) // biome-ignore format: one title

test('errors and other documents are distinguished', () => {
  expect(() => readCaps('<error code="910" description="API disabled"/>')).toThrow(IndexerError)
  expect(() => readCaps('<rss/>')).toThrow(XmlError)
})
