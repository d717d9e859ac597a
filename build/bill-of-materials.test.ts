import { expect, test } from 'bun:test'
import { dependencies } from '../package.json'
import { billOfMaterials, bundledPackages } from './bill-of-materials'

test('every package that the program needs at run time is in the bill, with the hash of bun.lock', async () => {
  const packages = await bundledPackages()
  const named = new Map(packages.map((each) => [each.name, each]))
  const own = new Set(['utp-native', 'webrtc-polyfill']) // stubs of this repository
  // Packages with types only, and icons that the build inlines.
  const unbundled = new Set(['@sinclair/typebox'])
  for (const [name, version] of Object.entries(dependencies))
    if (!unbundled.has(name)) expect(named.get(name), name).toMatchObject({ version })
  for (const { name, sha512, licence } of packages) {
    if (!own.has(name)) expect(sha512, name).toMatch(/^[0-9a-f]{128}$/)
    expect(licence, name).not.toBe('NOASSERTION')
  }
  const bom = JSON.parse(billOfMaterials(packages, '2026-11-23T12:00:00.000Z')) as Record<string, unknown>
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  expect(bom.components).toHaveLength(packages.length + 1)
})
