import { withRoot } from '../root'
import type { SessionUser } from '../state/user'

/**
 * The user whose issues this browser keeps: all that the pages have to know at a start. Nothing else about copies is
 * loaded for users who keep none.
 */
export type KeptUser = Omit<SessionUser, 'picture'>

/** Two Panelkeeps may share a host, below different paths. */
export const keptUserKey = (): string => `panelkeep.kept${withRoot('/')}`

export function keptUser(): KeptUser | undefined {
  try {
    return JSON.parse(localStorage.getItem(keptUserKey())!) ?? undefined
  } catch {
    return undefined // this window may not store anything
  }
}

/** Settles copies with the server, now that it answers or a session ended. Best effort: the next contact repeats it. */
export function settleSoon(): void {
  if (keptUser()) void import('./contact').then((m) => m.settleCopies()).catch(() => undefined)
}

/** Removes every copy from this device. */
export async function forgetCopies(): Promise<void> {
  if (keptUser()) await import('./kept-issues').then((m) => m.forgetAll())
}

/** Whether the page was opened by the worker, because the server did not answer. */
export const isOffline = (): boolean => document.querySelector('[name=offline]') !== null
