import { keptUser } from './kept-user'

/** The entry points of pages to copies; users who keep none load no more code. */

/** Settles copies with the server, now that it answers or a session ended. Best effort: the next contact repeats it. */
export function settleSoon(): void {
  if (keptUser()) void import('./contact').then((m) => m.settleCopies()).catch(() => undefined)
}

/** Reads what is on this device, for pages that show it. */
export async function needKeptIssues(): Promise<void> {
  if (keptUser()) await import('./kept-issues').then((m) => m.readKeptIssues()).catch(() => undefined)
}
