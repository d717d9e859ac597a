import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { FOLDER_ORDER as ORDER } from './folder-order'

/** The rules of imports (src/README.md, "The one order"): imports point left. */
const FILES = ['states', 'tables', 'schema', 'machine', 'store', 'OTHER', 'service', 'feature', 'routes']
/** Words with their meanings, in a file beside `states.ts`. */
const WORDS = new Set(['age-ratings'])
/** Facts about each provider, without code; the pages also read them. */
const FACTS = /^base\/providers\//
const MAY_TOUCH_THE_WORLD = ['base/platform', 'main']

const src = join(import.meta.dir, '../..')
const ui = join(src, '../ui')
const scanner = new Bun.Transpiler({ loader: 'ts' })

const files = (root: string) =>
  [...new Bun.Glob('**/*.ts').scanSync(root)]
    .filter((path) => !path.endsWith('.d.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))

const shipped = files(src).filter(({ path }) => !path.startsWith('testing/') && path !== 'contract.ts')
const pages = files(ui).filter(({ path }) => !path.startsWith('testing/'))
const imports = (text: string) => scanner.scanImports(text).map((found) => found.path)

/** The files that import each other in circles, and files between two circles. Empty when there is none. */
function circles(root: string, all: { path: string; text: string }[]): string[] {
  const paths = new Set(all.map(({ path }) => path))
  const graph = new Map(
    all.map(({ path, text }) => {
      const targets = imports(text).map((to) => `${relative(root, resolve(root, dirname(path), to))}.ts`)
      return [path, targets.map((to) => to.replaceAll('\\', '/')).filter((to) => paths.has(to))] as const
    }),
  )
  // Files at the ends are removed until only circles and files between them are left.
  for (let before = -1; before !== graph.size; ) {
    before = graph.size
    const imported = new Set([...graph.values()].flat())
    for (const [path, targets] of graph)
      if (!imported.has(path) || !targets.some((to) => graph.has(to))) graph.delete(path)
  }
  return [...graph.keys()]
}

/** `library/series/store.ts` → `library/series`; `base/refusal.ts` → `base/refusal`. */
const folderOf = (path: string) => path.split('/').slice(0, 2).join('/').replace(/\.ts$/, '')
const layerOf = (path: string) => {
  // `file-store.ts` belongs to the same layer as `store.ts`.
  const file = path.split('/').at(-1)!.replace(/\.ts$/, '')
  const name = file.replace(/^.+-(?=(schema|store|routes)$)/, '')
  if (WORDS.has(name)) return FILES.indexOf('states')
  const at = FILES.indexOf(name)
  return at >= 0 ? at : FILES.indexOf('OTHER')
}
const target = (path: string, to: string) => relative(src, resolve(src, dirname(path), to)).replaceAll('\\', '/')

describe('imports', () => {
  test('every folder has its place in the one order', () => {
    for (const { path } of shipped) expect(ORDER).toContain(folderOf(path))
  })

  test.each(shipped.map(({ path, text }) => [path, text]))('of %s point left', (path, text) => {
    for (const to of imports(text).filter((each) => each.startsWith('.'))) {
      const at = target(path, to)
      if (at.startsWith('..')) {
        expect(['../package.json', '../CHANGELOG.md'], `${path} imports ${at}`).toContain(at)
        continue
      }
      expect(FACTS.test(path) && !FACTS.test(at), `${path} imports ${at}, and facts import facts alone`).toBe(false)
      const [from, into] = [ORDER.indexOf(folderOf(path)), ORDER.indexOf(folderOf(at))]
      expect(into, `${path} imports ${at}, which stands to the right`).toBeLessThanOrEqual(from)
      // Also between subfolders of a feature: the layers are those of the feature.
      if (from === into) {
        expect(layerOf(at), `${path} imports ${at}, a later layer`).toBeLessThanOrEqual(layerOf(path))
      }
    }
  })

  test('form no circles, also between files of one layer', () => {
    expect(circles(src, shipped)).toEqual([])
  })

  test('of routes are only in the app', () => {
    for (const { path, text } of shipped) {
      if (path === 'base/auth/with-session.ts' || folderOf(path) === 'edges/app') continue
      expect(
        imports(text).filter((to) => /[/-]routes$/.test(to)),
        path,
      ).toEqual([])
    }
  })

  test('recognition of files has one interface', () => {
    for (const { path, text } of shipped) {
      if (folderOf(path) === 'library/recognition') continue
      const inside = imports(text).map((to) => (to.startsWith('.') ? target(path, to) : to))
      expect(
        inside.filter((at) => at.startsWith('library/recognition/') && at !== 'library/recognition/service'),
        path,
      ).toEqual([])
    }
  })

  test('of test code are in no shipped file', () => {
    for (const { path, text } of shipped) {
      expect(imports(text).filter((to) => target(path, to).startsWith('testing'))).toEqual([])
    }
  })

  test('the contract holds types only', () => {
    expect(imports(readFileSync(join(src, 'contract.ts'), 'utf8'))).toEqual([])
  })

  test('the database library stays in storage, tables and stores', () => {
    for (const { path, text } of shipped) {
      if (path.startsWith('base/storage/') || /\/(tables|store|[a-z\d-]+-store)\.ts$/.test(path)) continue
      expect(
        imports(text).filter((to) => to.startsWith('drizzle-orm')),
        path,
      ).toEqual([])
    }
  })

  test('the web framework and its schemas stay in routes, schemas, http, the session plugin and the app', () => {
    for (const { path, text } of shipped) {
      if (/\/([a-z\d-]+-)?(routes|schema)\.ts$/.test(path) || path.startsWith('base/http/')) continue
      if (path === 'base/auth/with-session.ts' || folderOf(path) === 'edges/app') continue
      expect(
        imports(text).filter((to) => /^(elysia|@sinclair\/typebox)(\/|$)/.test(to)),
        path,
      ).toEqual([])
    }
  })

  test('only the platform opens files, processes and sockets', () => {
    for (const { path, text } of shipped) {
      if (MAY_TOUCH_THE_WORLD.includes(folderOf(path))) continue
      const world = /^(node:)?(fs|fs\/promises|child_process|net|dgram|http|https|os)$|^bun$/
      expect(
        imports(text).filter((to) => world.test(to)),
        path,
      ).toEqual([])
      expect(text.match(/\bBun\.(file|write|spawn|serve|connect|listen)\b/) ?? [], path).toEqual([])
    }
  })

  test('requests leave only through listed files, and addresses from outside pass the one check', () => {
    const bare = shipped.map(({ path, text }) => ({
      path,
      text: text.replace(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)/gm, ''),
    }))
    const where = (pattern: RegExp) => bare.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).sort()
    // The last file calls a function that its caller passes.
    expect(where(/(?:await|return|void|=>|=)\s+fetch\(|globalThis\.fetch/)).toEqual([
      'base/platform/http.ts',
      'base/platform/intercepted-fetch.ts',
      'base/platform/transfers.ts',
      'intake/search/grabs/grabber.ts',
    ])
    expect(where(/\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b|\bBun\.(?:udpSocket|fetch)\b/)).toEqual([])
    expect(
      where(/\bhttp\s*\.fetch\(|\btransfers\s*\.begin\(|\btcp\s*\.exchange\(|\bsend(?:ToService)?\([\w.]*http,/),
    ).toEqual([
      'base/llm/server-connection.ts', // the model server of the user
      'base/outbound/send.ts',
      'base/outbound/service-clocks.ts',
      'base/outbound/transfer/connect.ts', // checked
      'collecting/weekly/sources/walksoftly.ts', // an address of the settings
      ...['edges/host/instance-lock.ts', 'edges/host/update/first-answer.ts'], // Panelkeep itself
      'edges/notify/service-request.ts', // targets of the user
      'edges/system/updates/feed-client.ts', // an address of the settings
      'intake/downloads/builtin/network-filter.ts', // checked
      ...['intake/downloads/clients/client-request.ts', 'intake/downloads/clients/rtorrent/scgi.ts'], // clients of the user
      'intake/search/indexers/follow.ts', // an indexer of the user; links are checked
      'intake/search/indexers/prowlarr.ts', // the Prowlarr of the user
      'library/metadata/client/metadata-client.ts', // addresses of the settings
      'library/metadata/pictures/picture-fetch.ts', // checked
    ])
    expect(where(/\bcheckAddress\(/)).toEqual([
      'base/outbound/allowed-address.ts',
      'base/outbound/transfer/connect.ts',
      'intake/downloads/builtin/network-filter.ts',
      'intake/downloads/ddl/requests.ts',
      'intake/search/indexers/private-links.ts',
      'library/metadata/pictures/picture-hosts.ts',
    ])
    expect(where(/\bisPublicAddress\b/)).toEqual([
      'base/llm/base-url.ts', // addresses that must not be contacted without encryption
      'base/outbound/allowed-address.ts',
      'base/platform/addresses.ts',
      'intake/downloads/builtin/network-filter.ts', // peers, which are addresses without a name
    ])
  })

  test('no start waits for the services or the web framework: they are loaded with the first route', () => {
    const seen = new Set<string>(['start.ts'])
    for (const path of seen) {
      const text = readFileSync(join(src, path), 'utf8')
      for (const { path: to, kind } of scanner.scanImports(text)) {
        expect(/^(elysia|@sinclair\/typebox)(\/|$)/.test(to), `${path} imports ${to}`).toBe(false)
        const at = `${target(path, to)}.ts`
        if (kind === 'import-statement' && to.startsWith('.') && existsSync(join(src, at))) seen.add(at)
      }
    }
    expect([...seen]).toContain('base/auth/request-gate.ts')
    expect([...seen]).not.toContain('edges/app/composition.ts')
    expect(seen.size).toBeGreaterThan(100)
  })

  test('no start waits for runtime modules that load all streams', () => {
    for (const { path, text } of shipped)
      for (const to of scanner.scanImports(text).filter((found) => found.kind === 'import-statement'))
        expect(to.path, path).not.toMatch(/^(node:)?(crypto|https?|net|readline|stream|tls|zlib)(\/|$)/)
  })

  test('nothing hides an import from this test', () => {
    for (const { path, text } of shipped) {
      if (path.startsWith('base/platform/')) continue
      expect(text.match(/new Worker\(|import\(`|import\.meta\.resolve/) ?? [], path).toEqual([])
    }
  })
})

test('a table is written only by its own feature', () => {
  for (const { path, text } of shipped) {
    expect(text, path).not.toMatch(/import \* as \w+ from '[^']*tables'/)
    for (const [, names, from] of text.matchAll(/import \{([^}]+)\} from '(\.[^']*\/tables)'/g)) {
      if (folderOf(target(path, from!)) === folderOf(path)) continue
      for (const name of names!.split(',').map((each) => each.trim().replace(/^.+ as /, ''))) {
        if (name === '') continue
        expect(text, `${path} writes ${name} of ${from}`).not.toMatch(
          new RegExp(`\\.(insert|update|delete)\\(\\s*${name}\\b`),
        )
      }
    }
  }
})

test('file names say what is inside', () => {
  for (const { path } of [...shipped, ...pages]) {
    const name = path.split('/').at(-1)!
    expect(['index.ts', 'utils.ts', 'helpers.ts', 'common.ts', 'manager.ts']).not.toContain(
      path === 'base/storage/migrations/index.ts' ? '' : name,
    )
  }
})

test('test helpers register no hooks when they are loaded, since files share them', () => {
  const helpers = [...files(src), ...files(ui)].filter(({ path }) => path !== 'testing/preload.ts')
  for (const { path, text } of helpers) expect(text.match(/^(before|after)(Each|All)\(/m) ?? [], path).toEqual([])
})

describe('pages', () => {
  test("know only the server's types and the facts about providers", () => {
    for (const { path, text } of pages)
      expect(
        imports(text).filter((to) => to.includes('/src/') && !FACTS.test(to.replace(/^.*\/src\//, ''))),
        path,
      ).toEqual([])
  })

  test('and the server have whole sentences for one and for many, through one function', () => {
    for (const { path, text } of [...pages, ...shipped]) {
      expect(text.match(/=== 1 \? (?:'[^'/]+'|`[^`]+`) : ['`]|\? '' : 's'/) ?? [], path).toEqual([])
      expect(text.match(/\? '(?:is|was|has|it|its|this)' : '\w+'/) ?? [], path).toEqual([])
    }
  })

  test('set values that depend on another before the next key: an effect runs up to 35 ms late', () => {
    for (const { path, text } of pages)
      expect(text.match(/\buseEffect\(\(\) => set[A-Z]\w*\(/g) ?? [], path).toEqual([])
  })

  test('parts fetch nothing and know no page', () => {
    for (const { path, text } of pages.filter((page) => page.path.startsWith('parts/'))) {
      expect(
        imports(text).filter((to) => /\/(api|pages)\//.test(to)),
        path,
      ).toEqual([])
    }
  })

  test('know no page of another feature', () => {
    for (const { path, text } of pages.filter((page) => page.path.startsWith('pages/'))) {
      const own = path.split('/')[1]
      const others = imports(text).filter((to) => {
        const at = relative(ui, resolve(ui, dirname(path), to)).replaceAll('\\', '/')
        return to.startsWith('.') && at.startsWith('pages/') && at.split('/')[1] !== own
      })
      expect(others, path).toEqual([])
    }
  })

  test('import nothing that imports them back', () => {
    expect(circles(ui, pages)).toEqual([])
  })
})
