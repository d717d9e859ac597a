import { signal } from '../html'
import type { Copy } from './copies'

/** The user's issues on this device by id; undefined until they were read. */
export const keptIssues = signal<ReadonlyMap<string, Copy> | undefined>(undefined)

/** Updates the shown state of a copy; undefined removes it. */
export function showCopy(issueId: string, copy: Copy | undefined): void {
  const next = new Map(keptIssues.peek())
  if (copy) next.set(issueId, copy)
  else next.delete(issueId)
  keptIssues.value = next
}
