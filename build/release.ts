import { createHash } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { description, version } from '../package.json'
import { type ReleaseFile, tarGzOf, zipOf } from './archives'
import { baseFor, type System } from './bases'
import { buildExecutable } from './executable'
import { iconPng } from './icons'
import { macApp } from './mac-app'
import { asPanelkeep } from './windows-base'

const root = join(import.meta.dir, '..')
const RELEASE = join(root, 'dist/release')

/** A system, the target that Bun builds for it, and how people call it. */
interface Target {
  system: System
  target: Bun.Build.CompileTarget
  label: string
  make: (target: Target, work: string, now: string) => Promise<string>
}

const TARGETS: readonly Target[] = [
  { system: 'windows-x64', target: 'bun-windows-x64', label: 'windows-x64', make: windows },
  { system: 'windows-aarch64', target: 'bun-windows-arm64', label: 'windows-arm64', make: windows },
  { system: 'darwin-aarch64', target: 'bun-darwin-arm64', label: 'macos-arm64', make: macos },
  { system: 'darwin-x64', target: 'bun-darwin-x64', label: 'macos-x64', make: macos },
  { system: 'linux-x64', target: 'bun-linux-x64', label: 'linux-x64', make: linux },
  { system: 'linux-aarch64', target: 'bun-linux-arm64', label: 'linux-arm64', make: linux },
]

/**
 * Makes dist/release: what people download, for each system, and SHA256SUMS. A system whose Bun cannot be had is left
 * out and named. Answers whether all were made.
 */
export async function buildRelease(): Promise<boolean> {
  const work = join(root, 'dist/release-work')
  await rm(RELEASE, { recursive: true, force: true })
  await rm(work, { recursive: true, force: true })
  await mkdir(RELEASE, { recursive: true })
  await mkdir(work)
  const made: string[] = []
  const missing: string[] = []
  const now = new Date().toISOString()
  for (const target of TARGETS) {
    try {
      made.push(await target.make(target, work, now))
      console.log(`made ${made.at(-1)}`)
    } catch (error) {
      missing.push(target.label)
      console.error(`${target.label} could not be made: ${error instanceof Error ? error.message : error}`)
    }
  }
  await Bun.write(join(RELEASE, 'SHA256SUMS'), (await Promise.all(made.map(sumLine))).join(''))
  await rm(work, { recursive: true, force: true })
  if (missing.length > 0) console.error(`Not in the release: ${missing.join(', ')}.`)
  return missing.length === 0
}

const nameOf = ({ label }: Target, ending: string) => join(RELEASE, `panelkeep-${version}-${label}${ending}`)

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
    { name: 'LICENSE', content: await bytesOf(join(root, 'LICENSE')) },
    { name: 'README.md', content: await bytesOf(join(root, 'README.md')) },
  ]
  const folder = `panelkeep-${version}`
  const inFolder = files.map((file) => ({ ...file, name: `${folder}/${file.name}` }))
  return write(nameOf(target, '.tar.gz'), tarGzOf(inFolder, now))
}

async function built({ system, target, label }: Target, work: string): Promise<Uint8Array> {
  const outfile = join(work, label)
  await buildExecutable({ outfile, target, base: await baseFor(system) })
  return bytesOf(outfile)
}

async function write(path: string, content: Uint8Array): Promise<string> {
  await Bun.write(path, content)
  return path
}

const bytesOf = async (path: string) => new Uint8Array(await Bun.file(path).arrayBuffer())

/** As `sha256sum --check` reads it. */
async function sumLine(path: string): Promise<string> {
  return `${createHash('sha256')
    .update(await bytesOf(path))
    .digest('hex')}  ${basename(path)}\n`
}
