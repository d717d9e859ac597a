import { keptUser } from './kept-user'

/** The entry points of pages to copies; users who keep none load no more code. */

/** Synchronizes copies with the server, which answers again or has ended a session. Best effort: the next contact repeats it. */
export function requestCopySync(): void {
  if (keptUser()) void import('./contact').then((m) => m.syncCopies()).catch(() => undefined)
}

/** Reads what is on this device, for pages that show it. */
export async function loadKeptIssues(): Promise<void> {
  if (keptUser()) await import('./kept-issues').then((m) => m.readKeptIssues()).catch(() => undefined)
}
