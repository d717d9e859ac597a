import { chmod, copyFile, mkdir, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { description, version } from '../../package.json'
import { PACKAGE_FILE } from '../../src/edges/system/updates/installation'
import { iconPng } from '../icons'
import { runTool } from '../tools'

const root = join(import.meta.dir, '../..')
/** The libraries that the executable is linked to. Bun needs at least glibc 2.17. */
const DEPENDS = 'libc6 (>= 2.17)'

export interface DebOptions {
  executable: string
  arch: 'amd64' | 'arm64'
  /** Folder for the tree of the package. */
  work: string
  outfile: string
  /** `gzip` is four times as fast, for a package that is 25 % larger. Default: `xz`. */
  compression?: 'xz' | 'gzip'
}

/**
 * A package for Debian and Ubuntu: the executable, its menu entry and a systemd unit that each user enables. The package
 * has no maintainer scripts: data belongs to the users and is never touched.
 */
export async function makeDeb(options: DebOptions): Promise<string> {
  const { executable, arch, work, outfile, compression = 'xz' } = options
  await rm(work, { recursive: true, force: true })
  const place = async (path: string, content: string | Uint8Array, mode = 0o644) => {
    await Bun.write(join(work, path), content)
    await chmod(join(work, path), mode)
  }
  await mkdir(join(work, 'usr/lib/panelkeep'), { recursive: true })
  await copyFile(executable, join(work, 'usr/lib/panelkeep/panelkeep'))
  await chmod(join(work, 'usr/lib/panelkeep/panelkeep'), 0o755)
  await place(`usr/lib/panelkeep/${PACKAGE_FILE}`, 'deb\n')
  await mkdir(join(work, 'usr/bin'))
  await symlink('../lib/panelkeep/panelkeep', join(work, 'usr/bin/panelkeep'))
  const copies = {
    'usr/share/applications/panelkeep.desktop': 'packaging/linux/panelkeep.desktop',
    'usr/lib/systemd/user/panelkeep.service': 'packaging/linux/panelkeep.service',
    'usr/share/icons/hicolor/scalable/apps/panelkeep.svg': 'assets/icon.svg',
    'usr/share/doc/panelkeep/copyright': 'LICENSE',
  }
  for (const [to, from] of Object.entries(copies)) await place(to, await Bun.file(join(root, from)).bytes())
  await place('usr/share/icons/hicolor/256x256/apps/panelkeep.png', iconPng(256))
  const changes = Bun.gzipSync(await Bun.file(join(root, 'CHANGELOG.md')).bytes(), { level: 9 })
  await place('usr/share/doc/panelkeep/changelog.gz', changes)
  await place('DEBIAN/control', control(arch, Bun.file(executable).size))
  await setFolderModes(work)
  const packing = [`-Z${compression}`, '-z1']
  await runTool(['dpkg-deb', '--root-owner-group', ...packing, '--build', work, outfile], { from: 'dpkg' })
  return outfile
}

const control = (arch: string, bytes: number) => `Package: panelkeep
Version: ${version}
Architecture: ${arch}
Maintainer: Panelkeep developers <panelkeep@localhost>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${DEPENDS}
Section: utils
Priority: optional
Description: ${description.replace(/\.$/, '')}
 Panelkeep imports, downloads, names and tags comics and manga, lets you read
 them in the browser and serves them to reading apps over OPDS.
`

/** Sets the mode of folders, which under a strict umask would be closed to other users. */
async function setFolderModes(work: string): Promise<void> {
  const folders = new Set<string>([work])
  for await (const path of new Bun.Glob('**/*').scan({ cwd: work, dot: true }))
    for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(join(work, at))
  for (const folder of folders) await chmod(folder, 0o755)
}
