import type { Surroundings } from '../browser'
import { hasScreen } from '../browser'
import type { OpenIcon } from './keep-icon'
import { linuxIcon } from './linux'
import { windowsIcon } from './windows'

type Deps = Parameters<typeof windowsIcon>[0]

/** How this system shows an icon; undefined where there is no screen, or nothing that would draw one. */
export function iconFor({ platform, env }: Surroundings, ports: Deps): OpenIcon | undefined {
  if (!hasScreen({ platform, env })) return undefined
  if (platform === 'win32') return windowsIcon(ports)
  return platform === 'linux' ? linuxIcon({ env }) : undefined
}
