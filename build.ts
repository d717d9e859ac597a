import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildExecutable, PAGES } from './build/executable'
import { buildPages } from './build/pages'

/**
 * Builds the pages into dist/ui, and from them and src/main.ts the executable for this machine: dist/panelkeep.
 * `--ui-only` builds the pages alone, `--all` makes what people download for every system as well: dist/release.
 * `--release` adds installers, packages, a bill of materials and signatures; `--strict` fails when one is missing, and
 * `--url` is where the files will be downloaded from.
 */
const root = import.meta.dir
const { values: options } = parseArgs({
  options: {
    'ui-only': { type: 'boolean' },
    all: { type: 'boolean' },
    release: { type: 'boolean' },
    strict: { type: 'boolean' },
    url: { type: 'string' },
  },
})

await buildPages(PAGES)
if (!options['ui-only']) await buildHere()
if (options.all || options.release) {
  const { buildRelease } = await import('./build/release')
  const isWhole = await buildRelease({ packages: options.release === true, url: options.url })
  // A missing tool only leaves out its installer, unless `--strict` is set.
  if (!isWhole && (options.strict || !options.release)) process.exitCode = 1
}

async function buildHere(): Promise<void> {
  const outfile = join(root, 'dist', process.platform === 'win32' ? 'panelkeep.exe' : 'panelkeep')
  await buildExecutable({ outfile })
  console.log(`built ${outfile}`)
}
