import { join } from 'node:path'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { name, version } from '../package.json'

const root = join(import.meta.dir, '..')
const ENTRIES = [
  { entry: 'src/main.ts', target: 'bun' },
  { entry: 'ui/index.html', target: 'browser' },
  { entry: 'ui/rescue.html', target: 'browser' },
] as const

/** A package whose files are in the executable. */
export interface BundledPackage {
  name: string
  version: string
  /** SPDX id or expression, as the package states it. */
  licence: string
  /** SHA-512 in hex of the file that was downloaded; null for packages of this repository. */
  sha512: string | null
}

/** The packages that the bundler took files from, with the hashes of bun.lock. */
export async function bundledPackages(): Promise<BundledPackage[]> {
  const folders = new Set<string>()
  for (const { entry, target } of ENTRIES) {
    const { metafile } = await Bun.build({ entrypoints: [join(root, entry)], target, splitting: true, metafile: true })
    for (const path of Object.keys(metafile?.inputs ?? {})) {
      const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
      if (folder) folders.add(folder)
    }
  }
  const hashes = await lockedHashes()
  const found = await Promise.all([...folders].map((folder) => packageIn(folder, hashes)))
  const unique = new Map(found.map((each) => [`${each.name}@${each.version}`, each]))
  return [...unique.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

async function packageIn(folder: string, hashes: ReadonlyMap<string, string>): Promise<BundledPackage> {
  const about = (await Bun.file(join(root, folder, 'package.json')).json()) as Record<string, unknown>
  const [name, version] = [String(about.name), String(about.version)]
  const old = Array.isArray(about.licenses)
    ? (about.licenses as { type: string }[]).map(({ type }) => type).join(' OR ')
    : undefined
  const licence = typeof about.license === 'string' ? about.license : old
  return { name, version, licence: licence ?? 'NOASSERTION', sha512: hashes.get(`${name}@${version}`) ?? null }
}

/** SHA-512 by name and version: bun.lock is JSON with commas at ends of lists. */
async function lockedHashes(): Promise<Map<string, string>> {
  const text = await Bun.file(join(root, 'bun.lock')).text()
  const { packages } = JSON.parse(text.replaceAll(/,(?=\s*[}\]])/g, '')) as { packages: Record<string, unknown[]> }
  const hashes = new Map<string, string>()
  for (const [ident, ...rest] of Object.values(packages)) {
    const integrity = rest.find((each) => typeof each === 'string' && each.startsWith('sha512-')) as string | undefined
    if (integrity) hashes.set(String(ident), Buffer.from(integrity.slice(7), 'base64').toString('hex'))
  }
  return hashes
}

/** CycloneDX 1.6 in JSON. Bun itself is the platform that everything runs on. */
export function billOfMaterials(packages: readonly BundledPackage[], now: string): string {
  const bom = new Models.Bom()
  bom.metadata.timestamp = new Date(now)
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, name, { version, bomRef: name })
  const bun = new Models.Component(Enums.ComponentType.Platform, 'bun', { version: Bun.version, bomRef: 'bun' })
  bun.licenses.add(new Models.SpdxLicense('MIT'))
  bom.components.add(bun)
  for (const each of packages) {
    const [group, short] = each.name.startsWith('@') ? each.name.split('/') : [undefined, each.name]
    const purl = `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`
    const component = new Models.Component(Enums.ComponentType.Library, short!, {
      group,
      version: each.version,
      purl,
      bomRef: purl,
    })
    component.licenses.add(licenceOf(each.licence))
    if (each.sha512) component.hashes.set(Enums.HashAlgorithm['SHA-512'], each.sha512)
    bom.components.add(component)
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`
}

const licenceOf = (text: string) =>
  / (OR|AND|WITH) /.test(text)
    ? new Models.LicenseExpression(text)
    : text === 'NOASSERTION'
      ? new Models.NamedLicense(text)
      : new Models.SpdxLicense(text)
