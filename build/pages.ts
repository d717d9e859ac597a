import { copyFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { compressPages } from './compressed'
import { writeInstallable } from './installable'
import { writeOpenings } from './openings'
import { buildSetupPage } from './setup-page'
import { stylesInScripts } from './styles'

const root = join(import.meta.dir, '..')

/** Builds the pages into `folder`, each file also compressed. */
export async function buildPages(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  // Separate bundles, so that the rescue page adds nothing to the first load of the library.
  for (const page of ['ui/index.html', 'ui/rescue.html']) await buildPage(join(root, page), folder)
  await buildSetupPage(folder)
  await writeOpenings(folder)
  await writeInstallable(folder)
  // Browsers request this name regardless of the icon in the page.
  await copyFile(join(root, 'assets/favicon.ico'), join(folder, 'favicon.ico'))
  await compressPages(folder)
}

async function buildPage(page: string, folder: string): Promise<void> {
  await Bun.build({
    entrypoints: [page],
    outdir: folder,
    target: 'browser',
    minify: true,
    splitting: true, // rarely used pages load on their first visit
    naming: { entry: '[name].[ext]', chunk: 'assets/[name]-[hash].[ext]', asset: 'assets/[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [await stylesInScripts()],
  })
  await putStylesLast(join(folder, basename(page)))
}

/** Moves style sheets after the outline of the page: a browser draws nothing after a style sheet before it is loaded. */
async function putStylesLast(path: string): Promise<void> {
  const page = await Bun.file(path).text()
  const [styles] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? []
  if (!styles) throw new Error(`${path} has no style sheet`)
  await Bun.write(path, withoutSpace(page.replace(styles, '').replace('</body>', `${styles}</body>`)))
}

/** Without comments of the inline style and indentation: the page itself is not compressed. */
const withoutSpace = (page: string) =>
  page
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/(?<=[>{};,])\n/g, '')
