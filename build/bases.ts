import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A system that releases are made for, named like Bun's packages. */
export type System = `${'windows' | 'darwin' | 'linux'}-${'x64' | 'aarch64'}`

const HERE = `${process.platform.replace('win32', 'windows')}-${process.arch.replace('arm64', 'aarch64')}`
const KEPT = join(import.meta.dir, '../node_modules/.cache/bun-bases')

/**
 * Bun for a system, in the running version: the running executable, or the copy in Bun's cache, or a download from npm
 * with npm's registry and proxy (Bun's own download uses neither). Throws with npm's output when the download fails.
 */
export async function baseFor(system: System): Promise<string> {
  if (system === HERE) return process.execPath
  const name = system.startsWith('windows') ? 'bun.exe' : 'bun'
  const kept = join(KEPT, `${system}-${Bun.version}`, name)
  const cached = join(bunsCache(), `bun-${system}-v${Bun.version}`)
  const there = [cached, kept].find((path) => existsSync(path))
  if (there) return there
  await fetchFromNpm(`@oven/bun-${system}@${Bun.version}`, `package/bin/${name}`, kept)
  return kept
}

const bunsCache = () =>
  process.env.BUN_INSTALL_CACHE_DIR ?? join(process.env.BUN_INSTALL ?? join(homedir(), '.bun'), 'install/cache')

async function fetchFromNpm(name: string, member: string, to: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'panelkeep-base-'))
  try {
    await run(['npm', 'pack', name, '--loglevel', 'error', '--pack-destination', folder])
    const [packed] = await Array.fromAsync(new Bun.Glob('*.tgz').scan(folder))
    if (!packed) throw new Error(`npm downloaded no ${name}.`)
    await run(['tar', '-xzf', join(folder, packed), '-C', folder, member])
    await mkdir(join(to, '..'), { recursive: true })
    const half = `${to}.${process.pid}`
    await Bun.write(half, Bun.file(join(folder, member)))
    await rename(half, to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
  const errors = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} ended with ${child.exitCode}: ${errors.trim()}`)
}
