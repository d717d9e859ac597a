import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isPresent } from '../src/testing/harness/programs'
import { LOGIN } from './panelkeep'

/** The folder with the checks of the catalog, which is beside the project and may be missing. */
const CHECKS = resolve(import.meta.dir, '../../shared/check/opds')

export const hasCrawler = isPresent(
  existsSync(join(CHECKS, 'crawl_opds.mjs')),
  'the checks of the catalog are not on this machine',
)

/** Copies the checks into `folder` and installs their dependencies; the copy is deleted with the folder. */
export function installCrawler(folder: string): void {
  cpSync(CHECKS, folder, { recursive: true })
  Bun.spawnSync(['chmod', '-R', 'u+w', folder])
  const install = [process.execPath, 'install', '--ignore-scripts', '--no-save', '--silent']
  const { success, stderr } = Bun.spawnSync(install, { cwd: folder, stdout: 'ignore', stderr: 'pipe' })
  if (!success) throw new Error(`the checks of the catalog could not be installed: ${stderr}`)
  if (!Bun.which('jing')) return // the crawl reports that the schema was not checked
  // Debian's jing warns about missing optional libraries, and the checks count every line of output as an error.
  mkdirSync(join(folder, 'bin'))
  const quiet = `#!/bin/sh\nPATH=\${PATH#*:}\njing "$@" 2>&1 | grep -v '^.warning.'\nexit 0\n`
  writeFileSync(join(folder, 'bin', 'jing'), quiet, { mode: 0o755 })
}

/** Crawls both versions of the catalog like a reading app. Code 1: a required rule is broken; `out` names it. */
export async function crawl(folder: string, url: string, more: string[] = []): Promise<{ code: number; out: string }> {
  const login = `${LOGIN.username}:${LOGIN.password}`
  return checked(folder, ['crawl_opds.mjs', `${url}/opds`, login, `--v2=${url}/opds/v2`, ...more])
}

/** Reads a manifest as the Readium toolkit does. Code 1: it cannot be read; `out` has the details. */
export async function readManifest(folder: string, manifest: string): Promise<{ code: number; out: string }> {
  const path = join(folder, 'manifest.json')
  writeFileSync(path, manifest)
  return checked(folder, ['parse_readium.mjs', path])
}

async function checked(folder: string, [script = '', ...args]: string[]): Promise<{ code: number; out: string }> {
  const child = Bun.spawn(['node', join(folder, script), ...args], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const texts = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  return { code, out: (await texts).join('') }
}
