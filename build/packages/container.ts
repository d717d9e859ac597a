import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { description, version } from '../../package.json'
import { PACKAGE_FILE } from '../../src/edges/system/updates/installation'
import { runTool } from '../tools'

export interface ContainerOptions {
  executable: string
  arch: 'amd64' | 'arm64'
  work: string
  outfile: string
}

/** The user of the image, as in packaging/container/Containerfile. */
const USER = '1000'

/**
 * An OCI image archive for docker load, podman load and skopeo: the executable and the C library of Debian, nothing
 * else. Made without a container engine, from the package libc6.
 */
export async function makeContainer({ executable, arch, work, outfile }: ContainerOptions): Promise<string> {
  await rm(work, { recursive: true, force: true })
  await rm(outfile, { force: true })
  const tree = join(work, 'tree')
  await mkdir(join(tree, 'usr/local/bin'), { recursive: true })
  await runTool(['dpkg-deb', '-x', await libraryPackage(work, arch), tree], { from: 'dpkg' })
  for (const unused of ['usr/share', 'usr/lib/x86_64-linux-gnu/gconv', 'usr/lib/aarch64-linux-gnu/gconv'])
    await rm(join(tree, unused), { recursive: true, force: true })
  await copyFile(executable, join(tree, 'usr/local/bin/panelkeep'))
  await chmod(join(tree, 'usr/local/bin/panelkeep'), 0o755)
  await Bun.write(join(tree, 'usr/local/bin', PACKAGE_FILE), 'docker\n')
  await Bun.write(
    join(tree, 'etc/passwd'),
    `root:x:0:0:root:/:/usr/sbin/nologin\npanelkeep:x:${USER}:${USER}::/data:/usr/sbin/nologin\n`,
  )
  await Bun.write(join(tree, 'etc/group'), `root:x:0:\npanelkeep:x:${USER}:\n`)
  // Every user may write, so that --user accepts any number.
  for (const folder of ['data', 'tmp']) {
    await mkdir(join(tree, folder))
    await chmod(join(tree, folder), 0o1777)
  }
  await makeImage(work, tree, arch)
  await runTool([
    'skopeo',
    'copy',
    '--insecure-policy',
    `oci:${join(work, 'image')}:${version}`,
    `oci-archive:${outfile}:panelkeep:${version}`,
  ])
  return outfile
}

async function makeImage(work: string, tree: string, arch: string): Promise<void> {
  const image = join(work, 'image')
  const umoci = (...words: string[]) => runTool(['umoci', ...words])
  await umoci('init', '--layout', image)
  await umoci('new', '--image', `${image}:${version}`)
  await umoci('insert', '--image', `${image}:${version}`, tree, '/')
  const config = {
    architecture: [arch],
    os: ['linux'],
    'config.user': [USER],
    'config.env': ['PATH=/usr/local/bin', 'HOME=/data', 'PANELKEEP_DATA_DIR=/data'],
    'config.volume': ['/data'],
    'config.exposedports': ['8090/tcp'],
    'config.entrypoint': ['/usr/local/bin/panelkeep', '--no-tray', '--no-browser', '--host', '0.0.0.0'],
    'config.label': [
      'org.opencontainers.image.title=Panelkeep',
      `org.opencontainers.image.description=${description}`,
      `org.opencontainers.image.version=${version}`,
      'org.opencontainers.image.licenses=MIT',
    ],
  }
  const words = Object.entries(config).flatMap(([name, values]) => values.map((value) => `--${name}=${value}`))
  await umoci('config', '--image', `${image}:${version}`, ...words)
}

/** Downloads libc6 for a processor, even another one than this machine's, whose package lists stay unchanged. */
async function libraryPackage(work: string, arch: string): Promise<string> {
  const apt = join(work, 'apt')
  for (const folder of ['lists/partial', 'cache/archives/partial']) await mkdir(join(apt, folder), { recursive: true })
  await Bun.write(join(apt, 'status'), '')
  const own = [
    `APT::Architecture=${arch}`,
    `APT::Architectures=${arch}`,
    `Dir::State::Lists=${join(apt, 'lists')}`,
    `Dir::State::Status=${join(apt, 'status')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
  ].flatMap((option) => ['-o', option])
  await runTool(['apt-get', ...own, '-qq', 'update'], { from: 'apt' })
  await runTool(['apt-get', ...own, '-qq', 'download', `libc6:${arch}`], { from: 'apt', cwd: apt })
  const [found] = await Array.fromAsync(new Bun.Glob('libc6_*.deb').scan(apt))
  if (!found) throw new Error(`apt-get downloaded no libc6 for ${arch}`)
  return join(apt, found)
}
