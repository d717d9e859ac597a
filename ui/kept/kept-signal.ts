import { signal } from '../html'
import type { Copy } from './copies'
import { keptUser } from './kept-user'

/** The user's issues on this device by id; undefined until they were read. */
export const keptIssues = signal<ReadonlyMap<string, Copy> | undefined>(undefined)

/** Shows a copy as it is now; undefined: it is removed. */
export function showCopy(issueId: string, copy: Copy | undefined): void {
  const next = new Map(keptIssues.peek())
  if (copy) next.set(issueId, copy)
  else next.delete(issueId)
  keptIssues.value = next
}

/** Reads what is on this device, for pages that show it. */
export async function needKeptIssues(): Promise<void> {
  if (keptIssues.peek() || !keptUser()) return
  await import('./kept-issues').then((m) => m.readKeptIssues()).catch(() => undefined)
}
