import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { packEmptyLibrary } from '../src/base/storage/empty-library'
import { updateKey } from './signing'

const root = join(import.meta.dir, '..')
/** The folder of the built pages. */
export const PAGES = join(root, 'dist/ui')
/** The database of a first start, a file that src/main.ts embeds. */
const LIBRARY = join(root, 'dist/library')

export interface ExecutableOptions {
  outfile: string
  /** The target system in Bun's spelling. Default: this machine. */
  target?: Bun.Build.CompileTarget
  /** The Bun executable to build on. Default: Bun's choice. */
  base?: string
}

/** Builds the pages in dist/ui and src/main.ts into one executable. */
export async function buildExecutable({ outfile, target, base }: ExecutableOptions): Promise<void> {
  await mkdir(LIBRARY, { recursive: true })
  await writeFile(join(LIBRARY, 'empty.db.zst'), packEmptyLibrary())
  const work = `${outfile}-work` // the source maps are also written beside the executable, which already has copies
  await Bun.build({
    entrypoints: [join(root, 'src/main.ts')],
    target: 'bun',
    format: 'esm', // with bytecode the default is cjs, which bakes this machine's paths in
    bytecode: true,
    splitting: true, // each role loads its own code, since loading all code takes 20 ms
    minify: { syntax: true }, // no further minification: Elysia reads the source of handlers
    sourcemap: 'linked', // stack traces in logs name files and lines
    define: {
      'process.env.NODE_ENV': '"production"', // otherwise Elysia runs in development mode
      PANELKEEP_UPDATE_KEY: JSON.stringify(updateKey()),
    },
    compile: {
      jitPolicy: 8, // until src/base/platform/compiler.ts says otherwise
      outfile: join(work, basename(outfile)),
      ...(target && { target }),
      ...(base && { executablePath: base }),
      assets: [PAGES, LIBRARY],
      // Files in the working directory must not change what the executable does.
      autoloadDotenv: false,
      autoloadBunfig: false,
      // A double click opens no console window; src/base/platform/terminal.ts finds the console of a start from a terminal.
      windows: { hideConsole: true },
    },
  })
  await rename(join(work, basename(outfile)), outfile)
  await rm(work, { recursive: true, force: true })
}
