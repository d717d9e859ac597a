import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodePng } from '../src/base/platform/png-writer'
import { drawIcon } from '../src/edges/host/tray/icon'
import { iconPng } from './icons'

const WORKER = join(import.meta.dir, '../ui/worker/worker.ts')
/** Scripts of the offline page that the index does not load at once. */
const LATER = ['offline', 'reader']
/** The ground of the icon, which fills the corners of systems that cut their own shape. */
const INK = [0x17, 0x18, 0x1b, 0xff] as const
/** The share of a maskable icon that every shape shows. */
const SAFE = 0.8

/**
 * Writes what makes the pages installable and lets kept issues open without a connection: the manifest with its icons,
 * the offline page and the worker. The pages link to the manifest.
 */
export async function writeInstallable(folder: string): Promise<void> {
  await writeWorker(folder)
  const put = (name: string, icon: Uint8Array) => writeHashed(join(folder, 'assets'), name, icon)
  const icons = [
    { src: await put('icon-192', iconPng(192)), sizes: '192x192', type: 'image/png' },
    { src: await put('icon-512', iconPng(512)), sizes: '512x512', type: 'image/png' },
    { src: await put('icon-mask', onGround(512, SAFE)), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ]
  await Bun.write(join(folder, 'manifest.webmanifest'), JSON.stringify({ ...MANIFEST, icons }))
  // Safari requests this name, and takes the largest icon of the manifest where it does not find it.
  await writeFile(join(folder, 'apple-touch-icon.png'), onGround(180, 1))
  for (const name of ['index.html', 'setup.html']) {
    const page = await Bun.file(join(folder, name)).text()
    await Bun.write(
      join(folder, name),
      page.replace('</head>', () => `${LINK}</head>`),
    )
  }
}

/** Addresses are relative to the manifest, which lies in the folder of the app. */
const MANIFEST = {
  name: 'Panelkeep',
  short_name: 'Panelkeep',
  id: './',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#121316',
  theme_color: '#121316',
}

/** With credentials, since a proxy may ask for a login of its own. */
const LINK = '<link rel="manifest" href="./manifest.webmanifest" crossorigin="use-credentials">'

/** Files below `/assets/` are cached permanently, so their names change with their content. */
async function writeHashed(assets: string, name: string, content: Uint8Array): Promise<string> {
  const file = `${name}-${Bun.hash(content).toString(36).slice(0, 8)}.png`
  await writeFile(join(assets, file), content)
  return `./assets/${file}`
}

/** The icon without transparent corners, at this share of the size. */
function onGround(size: number, share: number): Uint8Array {
  const inner = Math.round(size * share)
  const edge = Math.round((size - inner) / 2)
  const icon = drawIcon('idle', inner)
  const pixels = new Uint8Array(size * size * 4)
  for (let at = 0; at < size * size; at++) {
    const [x, y] = [(at % size) - edge, Math.trunc(at / size) - edge]
    const from = (y * inner + x) * 4
    const isInside = x >= 0 && y >= 0 && x < inner && y < inner && icon[from + 3]! === 255
    pixels.set(isInside ? icon.subarray(from, from + 4) : INK, at * 4)
  }
  return encodePng(pixels, size)
}

async function writeWorker(folder: string): Promise<void> {
  const index = await Bun.file(join(folder, 'index.html')).text()
  const files = await shellFiles(join(folder, 'assets'), index)
  const page = index.replaceAll('"./assets/', '"./offline/assets/')
  const build = new Bun.CryptoHasher('sha256')
    .update([page, ...files].join('\n'))
    .digest('hex')
    .slice(0, 16)
  const mark = `<meta name="offline" content="${build}">`
  await Bun.write(
    join(folder, 'offline.html'),
    page.replace('</head>', () => `${mark}</head>`),
  )
  const { outputs } = await Bun.build({
    entrypoints: [WORKER],
    target: 'browser',
    format: 'iife',
    minify: true,
    define: { SHELL: JSON.stringify({ build, files }) },
  })
  await Bun.write(join(folder, 'worker.js'), await outputs[0]!.text())
}

/** The files that the page names, and the scripts of the offline page with all that they load, now or later; the font. */
async function shellFiles(assets: string, index: string): Promise<string[]> {
  const named = [...index.matchAll(/"\.\/assets\/([^"]+)"/g)].map(([, name]) => name!)
  const first = new Set<string>()
  for (const name of named) await addScript(assets, name, first, false)
  const all = new Set(first)
  for (const module of LATER) {
    const chunks = await Array.fromAsync(new Bun.Glob(`${module}-????????.js`).scan(assets))
    if (chunks.length !== 1) throw new Error(`there are ${chunks.length} scripts called ${module}`)
    await addScript(assets, chunks[0]!, all, true)
  }
  const fonts = await Array.fromAsync(new Bun.Glob('*.woff2').scan(assets))
  return [...all, ...fonts].sort()
}

/** Adds a file and what it imports; `later`: also when it runs. */
async function addScript(assets: string, name: string, found: Set<string>, later: boolean): Promise<void> {
  if (found.has(name)) return
  found.add(name)
  if (!name.endsWith('.js')) return
  const script = await Bun.file(join(assets, name)).text()
  for (const { kind, path } of new Bun.Transpiler({ loader: 'js' }).scanImports(script))
    if (kind === 'import-statement' || (later && kind === 'dynamic-import'))
      await addScript(assets, path.split('/').at(-1)!, found, later)
}
