import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { description, version } from '../package.json'
import { sha256 } from '../src/base/platform/digest'
import { type ReleaseFile, tarGzOf, zipOf } from './archives'
import { baseFor, type System } from './bases'
import { billOfMaterials, bundledPackages } from './bill-of-materials'
import { buildExecutable } from './executable'
import { updateFeed } from './feed'
import { iconPng } from './icons'
import { macApp } from './mac-app'
import { makeAppImage } from './packages/appimage'
import { makeContainer } from './packages/container'
import { makeDeb } from './packages/deb'
import { homebrewCask, type PublishedFile, wingetManifests } from './packages/manifests'
import { makeInstaller } from './packages/windows-installer'
import { publicPem, signatureOf, signingKey } from './signing'
import { Skipped } from './tools'
import { asPanelkeep } from './windows-base'

const root = join(import.meta.dir, '..')
const RELEASE = join(root, 'dist/release')

/** A system, Bun's build target, and the name for people. */
interface Target {
  system: System
  target: Bun.Build.CompileTarget
  label: string
  make: (target: Target, work: string, now: string) => Promise<string>
  /** More files for this system, made from its executable. */
  packages?: (target: Target, work: string) => Record<string, () => Promise<string>>
}

const TARGETS: readonly Target[] = [
  { system: 'windows-x64', target: 'bun-windows-x64', label: 'windows-x64', make: windows, packages: installer },
  {
    system: 'windows-aarch64',
    target: 'bun-windows-arm64',
    label: 'windows-arm64',
    make: windows,
    packages: installer,
  },
  { system: 'darwin-aarch64', target: 'bun-darwin-arm64', label: 'macos-arm64', make: macos },
  { system: 'darwin-x64', target: 'bun-darwin-x64', label: 'macos-x64', make: macos },
  { system: 'linux-x64', target: 'bun-linux-x64', label: 'linux-x64', make: linux, packages: linuxPackages },
  { system: 'linux-aarch64', target: 'bun-linux-arm64', label: 'linux-arm64', make: linux, packages: linuxPackages },
]

export interface ReleaseOptions {
  /** Also makes installers, packages, lists and signatures. */
  packages: boolean
  /** The download address of the files, for winget and Homebrew. */
  url?: string | undefined
}

/**
 * Makes dist/release: the downloads for each system, and SHA256SUMS. Files that cannot be made on this machine are left
 * out and printed with the reason. Returns whether all files were made.
 */
export async function buildRelease({ packages, url }: ReleaseOptions): Promise<boolean> {
  const work = join(root, 'dist/release-work')
  await rm(RELEASE, { recursive: true, force: true })
  await rm(work, { recursive: true, force: true })
  await mkdir(RELEASE, { recursive: true })
  await mkdir(work)
  const now = new Date().toISOString()
  const made: string[] = []
  const byLabel: Record<string, string> = {}
  const missing: string[] = []
  const make = async (name: string, work: () => Promise<string | string[]>) => {
    const since = performance.now()
    try {
      const paths = [await work()].flat()
      made.push(...paths)
      for (const path of paths) console.log(`made ${basename(path)}, ${sizeOf(path)}, ${secondsSince(since)} s`)
      return paths
    } catch (error) {
      missing.push(name)
      const verb = error instanceof Skipped ? 'skipped' : 'failed'
      console.error(`${verb}: ${name}: ${error instanceof Error ? error.message : error}`)
      return []
    }
  }
  for (const target of TARGETS) {
    const [path] = await make(target.label, () => target.make(target, work, now))
    if (path) byLabel[target.label] = path
    if (!path || !packages) continue
    for (const [name, one] of Object.entries(target.packages?.(target, work) ?? {})) await make(name, one)
  }
  if (packages)
    await make('bill of materials', async () =>
      write(named('.cdx.json'), billOfMaterials(await bundledPackages(), now)),
    )
  if (packages) await make('Containerfile', async () => write(named('.Containerfile'), await bytesOf(CONTAINERFILE)))
  if (packages) await make('winget manifests', () => winget(url, now))
  if (packages) await make('Homebrew cask', () => cask(url, byLabel))
  const key = packages ? signingKey() : undefined
  if (key)
    await make('update feed', async () =>
      write(join(RELEASE, 'panelkeep-feed.json'), await updateFeed(version, updatable(byLabel), key)),
    )
  const sums = (await Promise.all(made.map(sumLine))).toSorted().join('')
  await Bun.write(join(RELEASE, 'SHA256SUMS'), sums)
  if (key) {
    await Bun.write(join(RELEASE, 'SHA256SUMS.sig'), Buffer.from(signatureOf(key, Buffer.from(sums)), 'base64'))
    await Bun.write(join(RELEASE, 'panelkeep-release.pem'), publicPem(key))
    console.log('made SHA256SUMS.sig (Ed25519) and panelkeep-release.pem, its public key')
  } else if (packages) {
    console.error('unsigned: PANELKEEP_SIGNING_KEY is not set, so there is no signature and no update feed')
  }
  await rm(work, { recursive: true, force: true })
  if (missing.length > 0) console.error(`Not in the release: ${missing.join(', ')}.`)
  return missing.length === 0
}

const CONTAINERFILE = join(root, 'packaging/container/Containerfile')
const named = (ending: string) => join(RELEASE, `panelkeep-${version}${ending}`)
const nameOf = ({ label }: Target, ending: string) => named(`-${label}${ending}`)
const builtAt = ({ label }: Target, work: string) => join(work, label)
const sizeOf = (path: string) => `${(Bun.file(path).size / 1e6).toFixed(1)} MB`
const secondsSince = (since: number) => ((performance.now() - since) / 1000).toFixed(1)

/** Apps of macOS are updated by Homebrew, or replaced whole. */
const updatable = (byLabel: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(byLabel).filter(([label]) => !label.startsWith('macos')))

function installer(target: Target) {
  const options = {
    executable: nameOf(target, '.exe'),
    arch: target.system === 'windows-x64' ? 'x64' : 'arm64',
    outfile: nameOf(target, '-setup.exe'),
  } as const
  return { [`installer for ${target.label}`]: () => makeInstaller(options) }
}

function linuxPackages(target: Target, work: string) {
  const executable = builtAt(target, work)
  const [deb, appimage] =
    target.system === 'linux-x64' ? (['amd64', 'x86_64'] as const) : (['arm64', 'aarch64'] as const)
  const at = (name: string) => join(work, `${target.label}-${name}`)
  return {
    [`.deb for ${deb}`]: () =>
      makeDeb({ executable, arch: deb, work: at('deb'), outfile: join(RELEASE, `panelkeep_${version}_${deb}.deb`) }),
    [`AppImage for ${appimage}`]: () =>
      makeAppImage({ executable, arch: appimage, work: at('appimage'), outfile: named(`-${appimage}.AppImage`) }),
    [`container image for ${deb}`]: () =>
      makeContainer({ executable, arch: deb, work: at('container'), outfile: nameOf(target, '.oci.tar') }),
  }
}

async function winget(url: string | undefined, now: string): Promise<string> {
  const manifests = wingetManifests(needed(url), {
    x64: await published(named('-windows-x64-setup.exe')),
    arm64: await published(named('-windows-arm64-setup.exe')),
  })
  const files = Object.entries(manifests).map(([name, text]) => ({ name, content: new TextEncoder().encode(text) }))
  return write(named('-winget.zip'), zipOf(files, now))
}

async function cask(url: string | undefined, made: Readonly<Record<string, string>>): Promise<string> {
  const [arm64, x64] = [made['macos-arm64'], made['macos-x64']]
  if (!arm64 || !x64) throw new Skipped('the apps for macOS are missing')
  return write(
    join(RELEASE, 'panelkeep.rb'),
    homebrewCask(needed(url), { arm64: await published(arm64), x64: await published(x64) }),
  )
}

function needed(url: string | undefined): string {
  if (!url) throw new Skipped('--url names no address that the files are downloaded from')
  return url.replace(/\/+$/, '')
}

async function published(path: string): Promise<PublishedFile> {
  if (!(await Bun.file(path).exists())) throw new Skipped(`${basename(path)} is missing`)
  return { path, sha256: sha256(await bytesOf(path)) }
}

async function windows(target: Target, work: string): Promise<string> {
  const base = join(work, `${target.label}-base.exe`)
  await Bun.write(base, asPanelkeep(await bytesOf(await baseFor(target.system)), { version, description }))
  const built = join(work, `${target.label}.exe`)
  await buildExecutable({ outfile: built, target: target.target, base })
  const path = nameOf(target, '.exe')
  await rename(built, path)
  return path
}

async function macos(target: Target, work: string, now: string): Promise<string> {
  return write(nameOf(target, '.zip'), zipOf(macApp(await built(target, work), version), now))
}

async function linux(target: Target, work: string, now: string): Promise<string> {
  const packaged = (name: string) => bytesOf(join(root, 'packaging/linux', name))
  const files: ReleaseFile[] = [
    { name: 'panelkeep', content: await built(target, work), runs: true },
    { name: 'install.sh', content: await packaged('install.sh'), runs: true },
    { name: 'panelkeep.desktop', content: await packaged('panelkeep.desktop') },
    { name: 'panelkeep.svg', content: await bytesOf(join(root, 'assets/icon.svg')) },
    { name: 'panelkeep.png', content: iconPng(256) },
    { name: 'Containerfile', content: await bytesOf(CONTAINERFILE) },
    { name: 'LICENSE', content: await bytesOf(join(root, 'LICENSE')) },
    { name: 'README.md', content: await bytesOf(join(root, 'README.md')) },
  ]
  const folder = `panelkeep-${version}`
  const inFolder = files.map((file) => ({ ...file, name: `${folder}/${file.name}` }))
  return write(nameOf(target, '.tar.gz'), tarGzOf(inFolder, now))
}

async function built(of: Target, work: string): Promise<Uint8Array> {
  const outfile = builtAt(of, work)
  await buildExecutable({ outfile, target: of.target, base: await baseFor(of.system) })
  return bytesOf(outfile)
}

async function write(path: string, content: Uint8Array | string): Promise<string> {
  await Bun.write(path, content)
  return path
}

const bytesOf = async (path: string) => new Uint8Array(await Bun.file(path).arrayBuffer())

/** As `sha256sum --check` reads it. */
const sumLine = async (path: string) => `${sha256(await bytesOf(path))}  ${basename(path)}\n`
