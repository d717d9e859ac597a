import { afterAll, describe, expect, test } from 'bun:test'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { macFacts } from '../build/mac-facts'
import { windowsFacts } from '../build/windows-base'
import { dependencies, version } from '../package.json'
import { readZipDirectory } from '../src/base/formats/zip/zip'
import { readUpdateFeed } from '../src/edges/system/updates/feed'
import { updateStatement } from '../src/edges/system/updates/signature'
import { memoryFiles } from '../src/testing/archives/archive-helper'
import { isPresent } from '../src/testing/harness/programs'
import { tempFolder } from './folders'
import { endAll, run, start } from './panelkeep'

const release = resolve(import.meta.dir, '..', 'dist', 'release')
const isThere = isPresent(existsSync(join(release, 'SHA256SUMS')), 'no release was built (bun run build --all)')

const named = (label: string) => join(release, `panelkeep-${version}-${label}`)
interface Component {
  name: string
  purl?: string
  version: string
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!isThere)('the release', () => {
  const folder = tempFolder()
  afterAll(() => {
    endAll()
    folder.remove()
  })

  test('has a file for each system, and checksums of all', () => {
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
    const files = readdirSync(release).filter((name) => !/^SHA256SUMS|\.pem$/.test(name))
    const systems = ['windows-x64.exe', 'windows-arm64.exe', 'macos-x64.zip', 'macos-arm64.zip', 'linux-x64.tar.gz', 'linux-arm64.tar.gz'] // biome-ignore format: one glance
    expect(files).toEqual(expect.arrayContaining(systems.map((each) => `panelkeep-${version}-${each}`)))
    expect(sums.toSorted()).toEqual(
      files.map((name) => `${sha256(readFileSync(join(release, name)))}  ${name}`).toSorted(),
    )
  })

  const signature = join(release, 'SHA256SUMS.sig')
  test.skipIf(!isPresent(existsSync(signature), 'the release is unsigned (PANELKEEP_SIGNING_KEY)'))(
    'is signed: the checksums, and each file of the update feed for its version and system',
    () => {
      const key = createPublicKey(readFileSync(join(release, 'panelkeep-release.pem')))
      expect(verify(null, readFileSync(join(release, 'SHA256SUMS')), key, readFileSync(signature))).toBe(true)
      const feed = readUpdateFeed(
        readFileSync(join(release, 'panelkeep-feed.json'), 'utf8'),
        'https://downloads.test/feed.json',
      )
      if (typeof feed === 'string') throw new Error(feed)
      expect(feed).toMatchObject({ version, notes: expect.arrayContaining([expect.any(String)]) })
      expect(Object.keys(feed.artefacts).toSorted()).toEqual([
        'linux-arm64',
        'linux-x64',
        'windows-arm64',
        'windows-x64',
      ])
      for (const [target, artefact] of Object.entries(feed.artefacts)) {
        const file = readFileSync(join(release, new URL(artefact.url).pathname))
        expect([file.length, sha256(file)]).toEqual([artefact.size, artefact.sha256])
        expect(
          verify(null, updateStatement(version, target, artefact), key, Buffer.from(artefact.signature, 'base64')),
        ).toBe(true)
      }
    },
  )

  const bill = join(release, `panelkeep-${version}.cdx.json`)
  test.skipIf(!isPresent(existsSync(bill), 'the release has no bill of materials (bun run release)'))(
    'lists each included package with version, licence and hash',
    () => {
      const { components } = JSON.parse(readFileSync(bill, 'utf8')) as { components: Component[] }
      const named = new Map(components.map((each) => [each.purl, each]))
      for (const name of ['elysia', 'preact', 'webtorrent', 'drizzle-orm'] as const) {
        const component = named.get(`pkg:npm/${name}@${dependencies[name]}`)
        expect(component, name).toMatchObject({ licenses: [expect.anything()], hashes: [{ alg: 'SHA-512' }] })
      }
      expect(components.find(({ name }) => name === 'bun')?.version).toBe(Bun.version)
      expect(components.filter(({ name }) => name === 'biome' || name === 'playwright-core')).toEqual([])
    },
  )

  test.each(['x64', 'arm64'] as const)(
    'for Windows on %s has an icon and a version and opens no console',
    (machine) => {
      const facts = windowsFacts(readFileSync(named(`windows-${machine}.exe`)))
      expect(facts).toMatchObject({ machine, subsystem: 2, icons: [16, 24, 32, 48, 64, 128, 256] })
      expect(facts.version).toMatchObject({ ProductName: 'Panelkeep', ProductVersion: `${version}.0` })
    },
  )

  test.each(['x64', 'arm64'] as const)('for macOS on %s is signed in every page', async (cpu) => {
    const app = await unzipped(named(`macos-${cpu}.zip`))
    const { pages, ...facts } = macFacts(app['MacOS/panelkeep']!)
    expect(pages).toBeGreaterThan(20_000)
    expect(facts).toEqual({
      cpu,
      identifier: 'app.panelkeep',
      isAdHoc: true,
      badPages: 0,
      isWhole: true,
      info: sha256(app['Info.plist']!),
      resources: sha256(app['_CodeSignature/CodeResources']!),
    })
    const sealed = createHash('sha256').update(app['Resources/panelkeep.icns']!).digest('base64')
    expect(app['_CodeSignature/CodeResources']!.toString()).toContain(sealed)
  })

  const here = `linux-${process.arch}`
  test.skipIf(!isPresent(process.platform === 'linux', 'the release for Linux runs on Linux'))(
    'for Linux is installed for one user, starts, and keeps its data when removed',
    async () => {
      const home = folder.in('a home')
      mkdirSync(home)
      await done(['tar', '-xzf', named(`${here}.tar.gz`), '-C', folder.path])
      const script = folder.in(`panelkeep-${version}/install.sh`)
      await done([script], home)
      const program = join(home, '.local/bin/panelkeep')
      const data = join(home, '.local/share/panelkeep')
      const entry = join(home, '.local/share/applications/panelkeep.desktop')
      expect(readFileSync(entry, 'utf8')).toContain(`Exec="${program}"\n`)
      if (Bun.which('desktop-file-validate')) await done(['desktop-file-validate', entry])

      const panelkeep = await start({ dataDir: data, exe: program })
      const well = await run(['--health', '--data-dir', data], { home, exe: program })
      expect([well.code, well.out]).toEqual([0, `Panelkeep answers at ${panelkeep.url}\n`])
      await panelkeep.stop()
      expect((await run(['--health', '--data-dir', data], { home, exe: program })).code).toBe(1)

      await done([script, '--remove'], home)
      expect([program, entry].filter(existsSync)).toEqual([])
      expect(statSync(join(data, 'panelkeep.db')).size).toBeGreaterThan(0)
    },
  )
})

async function done(command: string[], home?: string): Promise<void> {
  const env = { PATH: process.env.PATH, ...(home && { HOME: home }) }
  const child = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0)
    throw new Error(`${command.join(' ')} ended with ${child.exitCode}: ${output.join('')}`)
}

/** The files of a ZIP under Panelkeep.app/Contents. */
async function unzipped(path: string): Promise<Record<string, Buffer>> {
  const zip = readFileSync(path)
  const file = await memoryFiles({ [path]: zip }).open(path)
  const directory = await readZipDirectory(file, { entries: 20, directoryBytes: 10_000, entryBytes: 2 ** 30 })
  const found: Record<string, Buffer> = {}
  let at = directory!.at
  for (const { name } of directory!.entries) {
    const [packed, body] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const from = body + 30 + name.length
    found[name.replace('Panelkeep.app/Contents/', '')] = inflateRawSync(zip.subarray(from, from + packed))
    at += 46 + name.length
  }
  return found
}
