import { describe, expect, test } from 'bun:test'
import { makePages } from './static'

const asset = (path: string, text: string, type: string) => ({ path, content: new TextEncoder().encode(text), type })
const pages = makePages([
  asset('/index.html', '<!doctype html>', 'text/html;charset=utf-8'),
  asset('/favicon.ico', 'ico', 'image/x-icon'),
  asset('/assets/main-1a2b.js', 'run()', 'text/javascript'),
  asset('/assets/list-3c4d.js', 'list()', 'text/javascript'),
  asset('/assets/list-3c4d.js.br', 'list, br', 'application/octet-stream'),
  asset('/assets/list-3c4d.js.gz', 'list, gzip', 'application/gzip'),
])
const get = (path: string, headers = {}, method = 'GET') => pages(new Request(`http://x${path}`, { headers, method }))

describe('the pages', () => {
  test.each(['/', '/library', '/library/local-7', '/login', '/library/md-1-ch12.5'])(
    'answer %s with the app',
    async (path) => {
      const reply = get(path)
      expect(await reply?.text()).toBe('<!doctype html>')
      expect(reply?.headers.get('cache-control')).toBe('no-cache')
    },
  )

  test.each(['/assets/gone-9.js', '/robots.txt', '/assets/..%2fconfig.ini', '/assets/'])(
    'answer %s with 404',
    (path) => {
      expect(get(path)).toBeUndefined()
    },
  )

  test('answer with the setup while it is pending, and with the app where none was built', async () => {
    let isWanted = true
    const built = [asset('/index.html', 'app', 'text/html'), asset('/setup.html', 'setup', 'text/html')]
    const answer = (assets: typeof built, path: string) =>
      makePages(assets, () => isWanted)(new Request(`http://x${path}`))?.text()
    expect(await Promise.all(['/', '/login', '/setup.html'].map((path) => answer(built, path)))).toEqual(
      Array(3).fill('setup'),
    )
    expect(await answer(built.slice(0, 1), '/')).toBe('app')
    isWanted = false
    expect(await Promise.all(['/', '/setup.html'].map((path) => answer(built, path)))).toEqual(['app', 'app'])
  })

  test('cache hashed files permanently and answer a known file with 304', () => {
    const first = get('/assets/main-1a2b.js')
    expect(first?.headers.get('cache-control')).toContain('immutable')
    const again = get('/assets/main-1a2b.js', { 'If-None-Match': first?.headers.get('etag') })
    expect(again?.status).toBe(304)
  })

  test.each([
    ['gzip, deflate, br', 'br', 'list, br'],
    ['gzip, deflate', 'gzip', 'list, gzip'],
    ['identity', null, 'list()'],
  ])('send a compressed file to a client that accepts %s', async (accepted, encoding, body) => {
    const ask = (headers = {}, method = 'GET') =>
      get('/assets/list-3c4d.js', { 'Accept-Encoding': accepted, ...headers }, method)
    const reply = ask()
    expect(reply?.headers.get('content-encoding')).toBe(encoding)
    expect(reply?.headers.get('content-type')).toBe('text/javascript')
    expect(reply?.headers.get('vary')).toBe('Accept-Encoding')
    expect(await reply?.text()).toBe(body)
    const again = ask({ 'If-None-Match': reply?.headers.get('etag') })
    expect([again?.status, again?.headers.get('vary')]).toEqual([304, 'Accept-Encoding'])
    expect([...ask({}, 'HEAD')!.headers]).toEqual([...reply!.headers])
  })

  test('give each encoding of a file its own ETag', () => {
    const tags = ['br', 'gzip', ''].map((accepted) =>
      get('/assets/list-3c4d.js', { 'Accept-Encoding': accepted })?.headers.get('etag'),
    )
    expect(new Set(tags).size).toBe(3)
    const other = get('/assets/list-3c4d.js', { 'Accept-Encoding': 'br', 'If-None-Match': tags[1] })
    expect(other?.status).toBe(200)
  })

  test('send a file with one encoding to everyone alike', () => {
    const reply = get('/assets/main-1a2b.js', { 'Accept-Encoding': 'br, gzip' })
    expect([reply?.headers.get('vary'), reply?.headers.get('content-encoding')]).toEqual([null, null])
  })

  test('have no address for the compressed files', () => {
    expect(get('/assets/list-3c4d.js.br')).toBeUndefined()
    expect(get('/assets/list-3c4d.js.gz')).toBeUndefined()
  })

  test('address their files through the folder of a proxy', async () => {
    const page = '<meta name="root" content="" /><script src="./assets/main-1a2b.js"></script>'
    const under = makePages([asset('/index.html', page, 'text/html')])
    const at = async (root: string) => {
      const reply = under(new Request('http://x/library/7'), { root })
      return [await reply?.text(), reply?.headers.get('etag')]
    }
    const [plain, plainTag] = await at('')
    const [below, belowTag] = await at('/panelkeep')
    expect(plain).toBe('<meta name="root" content="" /><script src="/assets/main-1a2b.js"></script>')
    expect(below).toBe(
      '<meta name="root" content="/panelkeep" /><script src="/panelkeep/assets/main-1a2b.js"></script>',
    )
    expect(belowTag).not.toBe(plainTag)
  })

  test('answer with the page for browsers without a connection as it is, also during the setup', async () => {
    const page = '<link href="./manifest.webmanifest"><script src="./offline/assets/main-1a2b.js"></script>'
    const built = [asset('/index.html', 'app', 'text/html'), asset('/offline.html', page, 'text/html')]
    const reply = makePages(built, () => true)(new Request('http://x/offline.html'), { root: '/shelf', changes: '7' })
    expect(await reply?.text()).toBe(
      '<link href="/shelf/manifest.webmanifest"><script src="/shelf/offline/assets/main-1a2b.js"></script>',
    )
    expect(reply?.headers.get('cache-control')).toBe('no-cache')
  })

  test('answer HEAD without a body and ignore other methods', async () => {
    expect(await get('/', {}, 'HEAD')?.text()).toBe('')
    expect(get('/', {}, 'POST')).toBeUndefined()
  })
})
