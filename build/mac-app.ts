import { createHash } from 'node:crypto'
import type { ReleaseFile } from './archives'
import { iconIcns } from './icons'
import { signMac } from './mac-signature'

const IDENTIFIER = 'app.panelkeep'
/** The entitlements that Bun needs. */
const OLDEST_MACOS = '13.0'
const TEXT = new TextEncoder()

/** Panelkeep.app: the executable with its icon and its description, signed together without an identity. */
export function macApp(executable: Uint8Array, version: string): ReleaseFile[] {
  const info = TEXT.encode(infoPlist(version))
  const icon = iconIcns()
  const resources = TEXT.encode(codeResources({ 'Resources/panelkeep.icns': icon }))
  const signed = signMac(executable, { identifier: IDENTIFIER, info, resources })
  return [
    { name: 'Info.plist', content: info },
    { name: 'PkgInfo', content: TEXT.encode('APPL????') },
    { name: 'MacOS/panelkeep', content: signed, runs: true },
    { name: 'Resources/panelkeep.icns', content: icon },
    { name: '_CodeSignature/CodeResources', content: resources },
  ].map((file) => ({ ...file, name: `Panelkeep.app/Contents/${file.name}` }))
}

const plist = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${body}
</plist>
`

const dict = (values: Record<string, string>) =>
  `<dict>${Object.entries(values)
    .map(([key, value]) => `\n<key>${key}</key>${value}`)
    .join('')}\n</dict>`

const text = (value: string) => `<string>${value}</string>`
const data = (algorithm: string, content: Uint8Array) =>
  `<data>${createHash(algorithm).update(content).digest('base64')}</data>`

/** LSUIElement: the app appears in the menu bar, not in the Dock. */
export const infoPlist = (version: string): string =>
  plist(
    dict({
      CFBundleDevelopmentRegion: text('en'),
      CFBundleDisplayName: text('Panelkeep'),
      CFBundleExecutable: text('panelkeep'),
      CFBundleIconFile: text('panelkeep'),
      CFBundleIdentifier: text(IDENTIFIER),
      CFBundleInfoDictionaryVersion: text('6.0'),
      CFBundleName: text('Panelkeep'),
      CFBundlePackageType: text('APPL'),
      CFBundleShortVersionString: text(version),
      CFBundleVersion: text(version),
      LSApplicationCategoryType: text('public.app-category.utilities'),
      LSMinimumSystemVersion: text(OLDEST_MACOS),
      LSUIElement: '<true/>',
      NSHighResolutionCapable: '<true/>',
    }),
  )

/**
 * The list of signed files beside the executable, with the hashes for macOS before and since 10.9.5, and the rules
 * for which files must be listed (Apple, Technical Note TN2206).
 */
function codeResources(sealed: Record<string, Uint8Array>): string {
  const each = (of: (content: Uint8Array) => string) =>
    dict(Object.fromEntries(Object.entries(sealed).map(([name, content]) => [name, of(content)])))
  const yes = '<true/>'
  const omit = (weight: number) => dict({ omit: yes, weight: `<real>${weight}</real>` })
  const nested = dict({ nested: yes, weight: '<real>10</real>' })
  const weight = (value: number) => dict({ weight: `<real>${value}</real>` })
  return plist(
    dict({
      files: each((content) => data('sha1', content)),
      files2: each((content) => dict({ hash2: data('sha256', content) })),
      rules: dict({ '^Resources/': yes, '^version\\.plist$': yes }),
      rules2: dict({
        '.*\\.dSYM($|/)': weight(11),
        '^(.*/)?\\.DS_Store$': omit(2000),
        '^(Frameworks|SharedFrameworks|PlugIns|Plug-ins|XPCServices|Helpers|MacOS|Library/(Automator|Spotlight|LoginItems))/':
          nested,
        '^.*': yes,
        '^Info\\.plist$': omit(20),
        '^PkgInfo$': omit(20),
        '^Resources/': weight(20),
        '^[^/]+$': nested,
        '^version\\.plist$': weight(20),
      }),
    }),
  )
}
