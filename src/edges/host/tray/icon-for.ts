import type { Clock, Files, Processes } from '../../../base/platform/ports'
import { type DesktopEnvironment, hasScreen } from '../browser'
import type { OpenIcon } from './keep-icon'
import { linuxIcon } from './linux'
import { macIcon } from './mac'
import { windowsIcon } from './windows'

interface Deps {
  processes: Pick<Processes, 'helper'>
  clock: Clock
  files: Files
  /** Cache of the tray; may be deleted at any time. */
  trayFolder: string
}

/** The tray icon of this system; undefined without a screen or a tray. */
export function iconFor({ platform, env }: DesktopEnvironment, deps: Deps): OpenIcon | undefined {
  if (!hasScreen({ platform, env })) return undefined
  if (platform === 'win32') return windowsIcon(deps)
  if (platform === 'darwin') return macIcon({ files: deps.files, folder: deps.trayFolder })
  return platform === 'linux' ? linuxIcon({ env }) : undefined
}
