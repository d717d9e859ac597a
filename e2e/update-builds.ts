import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const SOURCES = [
  'src',
  'build',
  'e2e',
  'assets',
  'packaging',
  'package.json',
  'CHANGELOG.md',
  'tsconfig.json',
  'bunfig.toml',
]

/** What the pages are built from. */
const PAGE_SOURCES = ['ui', 'docs', 'assets']

type Change = readonly [path: string, from: string | RegExp, to: string]

export interface BuildOptions {
  /** The folder of the copy; the executable is `panelkeep` inside. */
  at: string
  version: string
  /** The PEM of the release key, whose public half is compiled in. */
  key: string
  /** Changes of the sources: path, old text, new text. */
  changes?: readonly Change[]
  /** Builds the pages as well, from sources changed like this. */
  pages?: readonly Change[]
  /** Builds for Windows on x64 instead of this machine. */
  forWindows?: boolean
}

/** Builds a copy of the sources as another version. Returns the path of the executable. */
export async function buildVersion({
  at,
  version,
  key,
  changes = [],
  pages,
  forWindows,
}: BuildOptions): Promise<string> {
  mkdirSync(join(at, 'dist'), { recursive: true })
  for (const name of SOURCES) cpSync(join(root, name), join(at, name), { recursive: true })
  cpSync(join(root, 'dist/ui'), join(at, 'dist/ui'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(at, 'node_modules'))
  change(join(at, 'package.json'), /"version": "[^"]+"/, `"version": "${version}"`)
  if (pages) for (const name of PAGE_SOURCES) cpSync(join(root, name), join(at, name), { recursive: true })
  for (const [path, from, to] of [...changes, ...(pages ?? [])]) change(join(at, path), from, to)
  const outfile = join(at, forWindows ? 'panelkeep.exe' : 'panelkeep')
  const target = forWindows
    ? "target: 'bun-windows-x64', base: await (await import('./build/bases')).baseFor('windows-x64')"
    : ''
  const build = pages ? "await (await import('./build/pages')).buildPages('dist/ui'); " : ''
  const script = `${build}await (await import('./build/executable')).buildExecutable({ outfile: ${JSON.stringify(outfile)}, ${target} })`
  const env = { ...process.env, PANELKEEP_SIGNING_KEY: key }
  const child = Bun.spawn([process.execPath, '-e', script], {
    cwd: at,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`version ${version} could not be built: ${output.join('')}`)
  return outfile
}

function change(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8')
  const changed = text.replace(from, () => to)
  if (changed === text) throw new Error(`${path} does not contain ${from}`)
  writeFileSync(path, changed)
}
