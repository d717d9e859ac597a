import { expect, test } from 'bun:test'
import { installationOf } from './installation'

const at = (platform: string, arch: string, packaged?: string) =>
  installationOf({ platform, arch, executable: '/opt/panelkeep', packaged })

test.each([
  ['win32', 'x64', 'windows-x64'],
  ['darwin', 'arm64', 'macos-arm64'],
  ['linux', 'arm64', 'linux-arm64'],
])('%s on %s is the target %s of feeds', (platform, arch, target) => {
  expect(at(platform, arch).target).toBe(target)
})

test('packages name their kind in a file beside the executable, and other files are ignored', () => {
  expect(at('linux', 'x64').kind).toBe('executable')
  expect(at('linux', 'x64', 'deb').kind).toBe('deb')
  expect(at('linux', 'x64', 'docker').kind).toBe('docker')
  expect(at('linux', 'x64', 'appimage').kind).toBe('appimage')
  expect(at('linux', 'x64', 'source').kind).toBe('executable')
})

test('an app of macOS is replaced whole, since its signature covers more than the executable', () => {
  expect(at('darwin', 'arm64').kind).toBe('app')
})

test('the sources are not an executable', () => {
  expect(installationOf({ platform: 'linux', arch: 'x64', executable: undefined, packaged: undefined }).kind).toBe(
    'source',
  )
})
