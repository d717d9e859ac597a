import { chmod, copyFile, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE_FILE } from '../../src/edges/system/updates/installation'
import { iconPng } from '../icons'
import { runTool, Skipped } from '../tools'

const root = join(import.meta.dir, '../..')
const RUNTIMES = 'PANELKEEP_APPIMAGE_RUNTIMES'

export interface AppImageOptions {
  executable: string
  arch: 'x86_64' | 'aarch64'
  work: string
  outfile: string
}

/**
 * An AppImage: the type-2 runtime followed by a file system with the program. Neither npm nor Debian has the runtime, so
 * the user provides it: `PANELKEEP_APPIMAGE_RUNTIMES` is a folder with `runtime-x86_64` and `runtime-aarch64`.
 */
export async function makeAppImage({ executable, arch, work, outfile }: AppImageOptions): Promise<string> {
  const folder = process.env[RUNTIMES]
  if (!folder)
    throw new Skipped(`${RUNTIMES} names no folder with the type-2 runtime, which neither npm nor Debian has`)
  const runtime = Bun.file(join(folder, `runtime-${arch}`))
  if (!(await runtime.exists())) throw new Skipped(`${folder} has no runtime-${arch}`)
  await rm(work, { recursive: true, force: true })
  await mkdir(join(work, 'usr/bin'), { recursive: true })
  await copyFile(executable, join(work, 'usr/bin/panelkeep'))
  await chmod(join(work, 'usr/bin/panelkeep'), 0o755)
  await Bun.write(join(work, 'usr/bin', PACKAGE_FILE), 'appimage\n')
  await symlink('usr/bin/panelkeep', join(work, 'AppRun'))
  await Bun.write(join(work, 'panelkeep.desktop'), Bun.file(join(root, 'packaging/linux/panelkeep.desktop')))
  await Bun.write(join(work, 'panelkeep.png'), iconPng(256))
  const system = `${work}.squashfs`
  await rm(system, { force: true })
  await runTool(['mksquashfs', work, system, '-root-owned', '-noappend', '-quiet', '-comp', 'gzip'], {
    from: 'squashfs-tools',
  })
  await Bun.write(outfile, Buffer.concat([await runtime.bytes(), await Bun.file(system).bytes()]))
  await chmod(outfile, 0o755)
  return outfile
}
