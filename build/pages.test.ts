import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageFacts } from '../src/base/formats/images/images'
import { buildPages } from './pages'

const KB = 1024
const BUDGET = 75 * KB

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'))
  await buildPages(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the library page loads less than 75 KB of scripts and styles before its first cover', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const linked = [...page.matchAll(/(?:href|src)="\.\/assets\/([^"]+)"/g)].map(([, name]) => name!)
  expect(linked.filter((name) => /\.(js|css)$/.test(name))).toHaveLength(2)
  const loaded = withImports([...linked, ...named(/^library-.*\.js$/)])
  const bytes = [...loaded].map(sentBytes).reduce((sum, size) => sum + size, sentBytes('../index.html'))
  expect(loaded.size).toBeGreaterThan(linked.length + 1)
  expect(bytes).toBeGreaterThan(40 * KB)
  expect(bytes).toBeLessThan(BUDGET)
})

test('files linked by every page contain no styles of other pages', () => {
  const sheets = named(/^index-.*\.css$/).map((name) => readFileSync(join(folder, 'assets', name), 'utf8'))
  expect(sheets.join('')).toContain('@layer tokens')
  expect(sheets.join('')).not.toMatch(/@layer (parts|pages)\{/)
  expect(named(/^(?!index-|rescue-).*\.css$/)).toEqual([])
})

test('the first visit sees the setup before any script, with disabled fields', () => {
  const page = readFileSync(join(folder, 'setup.html'), 'utf8')
  const [, drawn] = /<div id="start" inert>([\s\S]*)<noscript>/.exec(page) ?? []
  expect(drawn).toContain('<h1>Create your account</h1>')
  expect(drawn).toContain('Create the account')
  expect(drawn).not.toContain('<script')
  const inputs = drawn?.match(/<input [^>]*>/g) ?? []
  expect(inputs.length).toBe(2)
  for (const input of inputs) expect(input).toMatch(/^<input readonly (?!.*autofocus)/)
  const [styles = ''] = page.match(/<style>[^<]*\.login-form[^<]*<\/style>/) ?? []
  // The app itself is loaded by a small script, after the first paint.
  const linked = [...page.matchAll(/(?:href|src)="\.\/assets\/([^"]+)"/g)].map(([, name]) => name!)
  expect(linked.filter((name) => /\.(js|css)$/.test(name))).toEqual([expect.stringMatching(/^after-paint-\w+\.js$/)])
  const [name] = named(/^after-paint-\w+\.js$/)
  const [, app] = /import\("\.\/([^"]+)"\)/.exec(readFileSync(join(folder, 'assets', name!), 'utf8')) ?? []
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain(`src="./assets/${app}"`)
  for (const part of ['@layer tokens', '.login-form[data-first]', '.field-box', '.button', '.shop-board'])
    expect(styles).toContain(part)
})

test('every page names the manifest, whose icons are there in the size that it says', () => {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  for (const page of ['index.html', 'setup.html'])
    expect(text(page)).toContain('rel="manifest" href="./manifest.webmanifest"')
  const { icons, start_url, scope } = JSON.parse(text('manifest.webmanifest'))
  expect([start_url, scope]).toEqual(['./', './'])
  const sizes = icons.map(({ src, sizes }: { src: string; sizes: string }) => {
    const { width, height } = imageFacts(readFileSync(join(folder, src))) ?? {}
    return [sizes, `${width}x${height}`]
  })
  expect(sizes).toEqual([
    ['192x192', '192x192'],
    ['512x512', '512x512'],
    ['512x512', '512x512'],
  ])
})

test('the worker has each file that the offline page and the reader load, and none is named by another page', () => {
  const offline = readFileSync(join(folder, 'offline.html'), 'utf8')
  const worker = readFileSync(join(folder, 'worker.js'), 'utf8')
  const [, list] = /files:(\[[^\]]*\])/.exec(worker) ?? []
  const files: string[] = JSON.parse(list!)
  const [, build] = /name="offline" content="(\w+)"/.exec(offline) ?? []
  expect(worker).toContain(build!)
  expect(offline).not.toContain('"./assets/')
  const linked = [...offline.matchAll(/"\.\/offline\/assets\/([^"]+)"/g)].map(([, name]) => name!)
  expect(linked.length).toBeGreaterThan(2)
  const needed = withImports([...linked, ...named(/^(offline|reader)-.*\.js$/)])
  expect([...needed].filter((name) => !files.includes(name))).toEqual([])
  expect(files.filter((name) => !existsSync(join(folder, 'assets', name)))).toEqual([])
  expect(files.some((name) => name.endsWith('.woff2'))).toBe(true)
  // Pages that need the server are not kept.
  expect(files.filter((name) => /^(library|settings|dashboard)-/.test(name))).toEqual([])
})

const named = (pattern: RegExp) => readdirSync(join(folder, 'assets')).filter((name) => pattern.test(name))

/** The content that a browser with brotli receives. */
function sentBytes(name: string): number {
  const path = join(folder, 'assets', name)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

/** The files and the scripts that they import before they run. */
function withImports(names: string[], loaded = new Set<string>()): Set<string> {
  for (const name of names) {
    if (loaded.has(name)) continue
    loaded.add(name)
    if (!name.endsWith('.js')) continue
    const imports = new Bun.Transpiler({ loader: 'js' }).scanImports(readFileSync(join(folder, 'assets', name), 'utf8'))
    const needed = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path.split('/').at(-1)!)
    withImports(needed, loaded)
  }
  return loaded
}
