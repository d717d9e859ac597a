import type { InstallKind } from './states'

/** How this copy of Panelkeep came to this machine. */
export interface Installation {
  kind: InstallKind
  /** What the feed calls this system: linux-x64. */
  target: string
  /** The file that runs; undefined when it runs from its sources. */
  executable: string | undefined
}

/** A file beside the executable, in which a package names its kind. */
export const PACKAGE_FILE = 'panelkeep.package'

/** Why a copy of this kind is not updated in place, and how it is updated. */
export const ELSEWHERE: Record<Exclude<InstallKind, 'executable'>, string> = {
  deb: 'Panelkeep was installed from a .deb package. To update it, download the new package and run: sudo apt install ./panelkeep.deb',
  docker:
    'Panelkeep runs in a container. To update it, load the new image and create the container again. Your data stays in its volume.',
  appimage: 'Panelkeep runs as an AppImage. To update it, download the new AppImage and start that one.',
  app: 'Panelkeep runs as an app. To update it, run brew upgrade --cask panelkeep, or replace Panelkeep in Applications with the new download.',
  source: 'Panelkeep runs from its sources. To update it, fetch the new sources and start it again.',
}

interface Surroundings {
  platform: string
  arch: string
  executable: string | undefined
  /** What the file of the package says. */
  packaged: string | undefined
}

const PACKAGED = ['deb', 'docker', 'appimage'] as const satisfies InstallKind[]

/** Reads the kind from where the executable runs. */
export function installationOf({ platform, arch, executable, packaged }: Surroundings): Installation {
  const target = `${platform.replace('win32', 'windows').replace('darwin', 'macos')}-${arch}`
  return { kind: kindOf(), target, executable }

  function kindOf(): InstallKind {
    if (executable === undefined) return 'source'
    const named = PACKAGED.find((kind) => kind === packaged)
    return named ?? (platform === 'darwin' ? 'app' : 'executable')
  }
}
