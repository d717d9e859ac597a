import type { Surroundings } from '../browser'
import { hasScreen } from '../browser'
import type { OpenIcon } from './keep-icon'
import { linuxIcon } from './linux'

/** How this system shows an icon; undefined where there is no screen, or nothing that would draw one. */
export function iconFor({ platform, env }: Surroundings): OpenIcon | undefined {
  if (!hasScreen({ platform, env })) return undefined
  return platform === 'linux' ? linuxIcon({ env }) : undefined
}
