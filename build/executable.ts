import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { packEmptyLibrary } from '../src/base/storage/empty-library'
import { updateKey } from './signing'

const root = join(import.meta.dir, '..')
/** Where the built pages wait for the executable. */
export const PAGES = join(root, 'dist/ui')
/** The tables of a first start; src/main.ts names the file. */
const LIBRARY = join(root, 'dist/library')

export interface ExecutableOptions {
  outfile: string
  /** The system it is for, as Bun calls it; this machine when left out. */
  target?: Bun.Build.CompileTarget
  /** The Bun to build on; Bun's own when left out. */
  base?: string
}

/** Builds the pages in dist/ui and src/main.ts into one executable. */
export async function buildExecutable({ outfile, target, base }: ExecutableOptions): Promise<void> {
  await mkdir(LIBRARY, { recursive: true })
  await writeFile(join(LIBRARY, 'empty.db.zst'), packEmptyLibrary())
  const work = `${outfile}-work` // the maps of its parts fall beside it, and it carries copies of them
  await Bun.build({
    entrypoints: [join(root, 'src/main.ts')],
    target: 'bun',
    format: 'esm', // with bytecode the default is cjs, which bakes this machine's paths in
    bytecode: true,
    splitting: true, // each role loads its own code: all of it takes 20 ms
    minify: { syntax: true }, // nothing more: Elysia reads the source of handlers
    sourcemap: 'linked', // stack traces in logs name files and lines
    define: {
      'process.env.NODE_ENV': '"production"', // else Elysia runs in development mode
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
      // A double click opens no black window; src/base/platform/terminal.ts finds the one that it was started from.
      windows: { hideConsole: true },
    },
  })
  await rename(join(work, basename(outfile)), outfile)
  await rm(work, { recursive: true, force: true })
}
