import { basename } from 'node:path'
import { description, version } from '../../package.json'

/** A file of the release with its checksum. */
export interface PublishedFile {
  path: string
  sha256: string
}

const ID = 'Panelkeep.Panelkeep'
const SCHEMA = '1.6.0'

const yaml = (type: string, lines: readonly string[]) =>
  [
    `PackageIdentifier: ${ID}`,
    `PackageVersion: ${version}`,
    ...lines,
    `ManifestType: ${type}`,
    `ManifestVersion: ${SCHEMA}`,
    '',
  ].join('\n')

/** The three manifests of winget: version, installers by processor, and the description. */
export function wingetManifests(
  base: string,
  installers: Readonly<Record<'x64' | 'arm64', PublishedFile>>,
): Record<string, string> {
  const each = Object.entries(installers).flatMap(([arch, { path, sha256 }]) => [
    `- Architecture: ${arch}`,
    `  InstallerUrl: ${base}/${basename(path)}`,
    `  InstallerSha256: ${sha256.toUpperCase()}`,
  ])
  return {
    [`${ID}.yaml`]: yaml('version', ['DefaultLocale: en-US']),
    [`${ID}.installer.yaml`]: yaml('installer', [
      'InstallerType: nullsoft',
      'Scope: user',
      'UpgradeBehavior: install',
      'Installers:',
      ...each,
    ]),
    [`${ID}.locale.en-US.yaml`]: yaml('defaultLocale', [
      'PackageLocale: en-US',
      'Publisher: Panelkeep',
      'PackageName: Panelkeep',
      'License: MIT',
      `ShortDescription: ${description}`,
    ]),
  }
}

/** The cask of Homebrew. Removing the app keeps the data, `--zap` removes it. */
export function homebrewCask(base: string, { arm64, x64 }: Readonly<Record<'arm64' | 'x64', PublishedFile>>): string {
  const url = `${base}/${basename(arm64.path)}`.replaceAll(version, '#{version}').replace('arm64.zip', '#{arch}.zip')
  return `cask "panelkeep" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${arm64.sha256}",
         intel: "${x64.sha256}"

  url "${url}"
  name "Panelkeep"
  desc "Comic and manga library manager"
  homepage "${base}"

  depends_on macos: ">= :ventura"

  app "Panelkeep.app"

  uninstall quit: "app.panelkeep"

  zap trash: "~/Library/Application Support/Panelkeep"
end
`
}
