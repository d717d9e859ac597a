import type { Clock, Files, Processes } from '../../platform/ports'
import { type DesktopEnvironment, hasScreen } from '../browser'
import type { OpenIcon } from './keep-icon'
import { linuxIcon } from './linux'
import { macIcon } from './mac'
import { windowsIcon } from './windows'

interface Deps {
  processes: Pick<Processes, 'helper'>
  clock: Clock
  files: Files
  /** For what may be deleted at any time. */
  trayFolder: string
}

/** How this system shows an icon; undefined where there is no screen, or nothing that would draw one. */
export function iconFor({ platform, env }: DesktopEnvironment, deps: Deps): OpenIcon | undefined {
  if (!hasScreen({ platform, env })) return undefined
  if (platform === 'win32') return windowsIcon(deps)
  if (platform === 'darwin') return macIcon({ files: deps.files, folder: deps.trayFolder })
  return platform === 'linux' ? linuxIcon({ env }) : undefined
}
