import { rootPath, withRoot } from '../root'
import type { SessionUser } from '../state/user'
import { keptIssues } from './kept-signal'

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

/** Removes every copy from this device. Part of the first script: after an update the others may not load any more. */
export async function forgetCopies(): Promise<void> {
  keptIssues.value = undefined
  if (!keptUser()) return
  localStorage.removeItem(keptUserKey())
  for (const name of await caches.keys()) if (name.startsWith(`panelkeep${rootPath()} kept `)) await caches.delete(name)
}

/** Whether the page was opened by the worker, because the server did not answer. */
export const isOffline = (): boolean => document.querySelector('[name=offline]') !== null
