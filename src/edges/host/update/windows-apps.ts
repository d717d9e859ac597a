import { dirname, join } from 'node:path'
import type { Programs } from '../../../base/platform/ports'

/** Where the installer lists Panelkeep among the apps of Windows. */
const APP = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Panelkeep'
const LONGEST_MS = 10_000

interface Deps {
  programs: Programs
  platform: string
  env: Record<string, string | undefined>
  executable: string | undefined
}

/**
 * Writes the version into the Windows list of apps after an update in place; otherwise winget would install the same
 * version again. Only for a copy that the installer added; a portable copy has no entry.
 */
export async function listVersion({ programs, platform, env, executable }: Deps, version: string): Promise<void> {
  if (platform !== 'win32' || executable === undefined) return
  const reg = join(env.SystemRoot || 'C:\\Windows', 'System32', 'reg.exe')
  const run = (...words: string[]) => programs.run([reg, ...words], { env: {}, input: '', timeoutMs: LONGEST_MS })
  const { code, output } = await run('query', APP, '/v', 'InstallLocation')
  const [, folder] = /REG_SZ\s+(.+?)\s*$/m.exec(output) ?? []
  if (code !== 0 || folder?.toLowerCase() !== dirname(executable).toLowerCase()) return
  await run('add', APP, '/v', 'DisplayVersion', '/t', 'REG_SZ', '/d', version, '/f')
}
