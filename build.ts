import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Builds the pages into dist/ui, and from them and src/main.ts the executable for this machine: dist/panelkeep. */
const root = import.meta.dir
const dist = join(root, 'dist')
const pages = join(dist, 'ui')

await buildPages()
if (!process.argv.includes('--ui-only')) await buildExecutable()

async function buildPages(): Promise<void> {
  await rm(pages, { recursive: true, force: true })
  // Each by itself: the page of the rescue takes nothing from the library's first load.
  for (const page of ['ui/index.html', 'ui/rescue.html']) await buildPage(join(root, page))
  // Browsers ask for it by this name whatever the page says.
  await copyFile(join(root, 'assets/favicon.ico'), join(pages, 'favicon.ico'))
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

async function buildExecutable(): Promise<void> {
  const outfile = join(dist, process.platform === 'win32' ? 'panelkeep.exe' : 'panelkeep')
  await Bun.build({
    entrypoints: [join(root, 'src/main.ts')],
    target: 'bun',
    format: 'esm', // with bytecode the default is cjs, which bakes this machine's paths in
    bytecode: true,
    minify: { syntax: true }, // nothing more: Elysia reads the source of handlers
    sourcemap: 'linked', // stack traces in logs name files and lines
    define: { 'process.env.NODE_ENV': '"production"' }, // else Elysia runs in development mode
    compile: {
      outfile,
      assets: [pages],
      // What lies in the folder it is started from must not change what it does.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  })
  await rm(`${outfile}.map`, { force: true }) // the executable carries a copy
  console.log(`built ${outfile}`)
}
