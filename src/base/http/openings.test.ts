import { expect, test } from 'bun:test'
import { openingLinks } from './openings'
import { makePages } from './static'

const openings = [
  { path: '/library', scripts: ['library-1a.js'], requests: ['/api/series?sort=title&limit=60'] },
  { path: '/library/:comic_id', scripts: ['series-2b.js'], requests: ['/api/series/:comic_id'] },
]
const links = (address: string, changes: string | null = 'run-7', root = '') =>
  [
    ...openingLinks(openings, new URL(`http://x${address}`), { root, changes: changes ?? undefined }).matchAll(
      /<link ([^>]+)>/g,
    ),
  ].map(([, link]) => link)
const fetched = (address: string) => `rel="preload" as="fetch" crossorigin href="${address}"`

test('a page names its scripts and what it requests first', () => {
  const script = 'rel="modulepreload" href="/assets/library-1a.js"'
  expect(links('/library')).toEqual([script, fetched('/api/series?sort=title&amp;limit=60')])
  expect(links('/wanted')).toEqual([])
  expect(links('/library/7/issues/3')).toEqual([])
})

test('a parameter comes from the address, and can leave the attribute by no sign', () => {
  expect(links('/library/cv-7')[1]).toBe(fetched('/api/series/cv-7'))
  expect(links('/library/')).toEqual([])
  expect(links('/library/a"><script>&b')[1]).toBe(fetched('/api/series/a%22%3E%3Cscript%3E&amp;b'))
})

test('without a session, and with filters in the address, it names scripts alone', () => {
  expect(links('/library', null)).toHaveLength(1)
  expect(links('/library?q=tide')).toHaveLength(1)
})

test('behind a proxy its folder comes first', () => {
  expect(links('/library/7', 'run-7', '/comics')).toEqual([
    'rel="modulepreload" href="/comics/assets/series-2b.js"',
    fetched('/comics/api/series/7'),
  ])
})

test('the page says which state of the library the named replies are of, and has no file for the list', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const page = '<head><meta name="changes" content="" /></head>'
  const pages = makePages([
    { path: '/index.html', content: bytes(page), type: 'text/html' },
    { path: '/openings.json', content: bytes(JSON.stringify(openings)), type: 'application/json' },
  ])
  const get = (path: string, changes?: string) => pages(new Request(`http://x${path}`), { root: '', changes })
  const opened = (await get('/library', 'run-7')?.text()) ?? ''
  expect(opened).toContain('<meta name="changes" content="run-7" /><link rel="modulepreload"')
  expect(await get('/library')?.text()).toContain('<meta name="changes" content="" />')
  expect(await get('/wanted', 'run-7')?.text()).toBe(page)
  expect(get('/openings.json')).toBeUndefined()
  for (const id of ["$'", '$&', '$$']) {
    const [, address] =
      /as="fetch" crossorigin href="([^"]+)"/.exec((await get(`/library/${id}`, 'run-7')?.text()) ?? '') ?? []
    expect(address).toBe(`/api/series/${id.replace('&', '&amp;')}`)
  }
  const lifetimes = ['run-7', undefined].map((changes) => get('/library', changes)?.headers.get('cache-control'))
  expect(lifetimes).toEqual(['no-store', 'no-cache'])
  const etags = ['run-7', 'run-8', 'run-7'].map((changes) => get('/library', changes)?.headers.get('etag'))
  expect([etags[0] === etags[2], etags[0] === etags[1]]).toEqual([true, false])
})
