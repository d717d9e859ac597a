import { mayDownload } from '../state/user'

/** Why this browser cannot keep issues here: without HTTPS, or at all. */
export type KeepObstacle = 'insecure' | 'browser'

export function obstacle(): KeepObstacle | undefined {
  if (!window.isSecureContext) return 'insecure'
  return 'serviceWorker' in navigator && 'caches' in window ? undefined : 'browser'
}

/** Whether pages offer to keep issues on this device. */
export const mayKeep = (): boolean => mayDownload() && obstacle() === undefined
