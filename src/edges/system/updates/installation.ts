import type { InstallKind } from './states'

/** How this copy of Panelkeep was installed. */
export interface Installation {
  kind: InstallKind
  /** Name of this system in the feed: linux-x64. */
  target: string
  /** The running executable; undefined when run from source. */
  executable: string | undefined
}

/** Name of the file beside the executable in which a package states its kind. */
export const PACKAGE_FILE = 'panelkeep.package'

/** Why a copy of this kind is not updated in place, and how to update it. */
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
  /** The content of the package file. */
  packaged: string | undefined
}

const PACKAGED = ['deb', 'docker', 'appimage'] as const satisfies InstallKind[]

/** Detects the kind from the place of the executable. */
export function installationOf({ platform, arch, executable, packaged }: Surroundings): Installation {
  const target = `${platform.replace('win32', 'windows').replace('darwin', 'macos')}-${arch}`
  return { kind: kindOf(), target, executable }

  function kindOf(): InstallKind {
    if (executable === undefined) return 'source'
    const named = PACKAGED.find((kind) => kind === packaged)
    return named ?? (platform === 'darwin' ? 'app' : 'executable')
  }
}
