import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { compressPages } from './build/compressed'
import { buildExecutable, PAGES as pages, START_ORDER } from './build/executable'
import { recordStart } from './build/start-order'

/**
 * Builds the pages into dist/ui, and from them and src/main.ts the executable for this machine: dist/panelkeep.
 * `--ui-only` builds the pages alone, `--all` makes what people download for every system as well: dist/release.
 */
const root = import.meta.dir
const options = new Set(process.argv.slice(2))

await buildPages()
if (!options.has('--ui-only')) await buildHere()
if (options.has('--all')) {
  const { buildRelease } = await import('./build/release')
  if (!(await buildRelease())) process.exitCode = 1
}

async function buildHere(): Promise<void> {
  const outfile = join(root, 'dist', process.platform === 'win32' ? 'panelkeep.exe' : 'panelkeep')
  await rm(START_ORDER, { force: true })
  await buildExecutable({ outfile })
  await recordStart(outfile)
  await buildExecutable({ outfile })
  console.log(`built ${outfile}`)
}

async function buildPages(): Promise<void> {
  await rm(pages, { recursive: true, force: true })
  // Separate bundles, so that the rescue page adds nothing to the first load of the library.
  for (const page of ['ui/index.html', 'ui/rescue.html']) await buildPage(join(root, page))
  // Browsers request this name whatever icon the page declares.
  await copyFile(join(root, 'assets/favicon.ico'), join(pages, 'favicon.ico'))
  await compressPages(pages)
}

async function buildPage(page: string): Promise<void> {
  await Bun.build({
    entrypoints: [page],
    outdir: pages,
    target: 'browser',
    minify: true,
    splitting: true, // pages that are opened rarely load when they are opened
    naming: { entry: '[name].[ext]', chunk: 'assets/[name]-[hash].[ext]', asset: 'assets/[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
}
