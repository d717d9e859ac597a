import { join } from 'node:path'
import { version } from '../../package.json'
import { runTool } from '../tools'

const root = join(import.meta.dir, '../..')

export interface InstallerOptions {
  executable: string
  arch: 'x64' | 'arm64'
  outfile: string
}

/** NSIS makes no ARM installers, but every Windows on ARM runs 32-bit Intel programs. */
const KINDS = { x64: 'amd64-unicode', arm64: 'x86-unicode' } as const

/** The installer for one user, by NSIS. */
export async function makeInstaller({ executable, arch, outfile }: InstallerOptions): Promise<string> {
  const defines = {
    TARGET: KINDS[arch],
    VERSION: version,
    EXE: executable,
    ICON: join(root, 'assets/favicon.ico'),
    LICENSE: join(root, 'LICENSE'),
    OUT: outfile,
  }
  const words = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`)
  await runTool(['makensis', '-V2', ...words, join(root, 'packaging/windows/installer.nsi')], { from: 'nsis' })
  return outfile
}
