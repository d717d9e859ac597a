import { withRoot } from '../root'
import type { Copy } from './copies'
import { keptUser } from './kept-user'

/** The issues that the reader shows from this device. */
const open = new Map<string, Copy>()

/** Opens the copy of an issue for the reader; undefined without a whole one. */
export async function openCopy(issueId: string): Promise<Copy | undefined> {
  const found = await wholeCopy(issueId)
  if (found) open.set(issueId, found)
  return found
}

/** A whole copy; undefined without one. */
export async function wholeCopy(issueId: string): Promise<Copy | undefined> {
  if (!keptUser()) return undefined
  return import('./kept-issues').then((m) => m.wholeCopy(issueId)).catch(() => undefined)
}

/** Shows the server's pages again. */
export const closeCopy = (issueId: string): void => void open.delete(issueId)

export const openedCopy = (issueId: string): Copy | undefined => open.get(issueId)

/** The address of a page of an open copy. */
export function copyPicture(issueId: string, page: number): string | undefined {
  const copy = open.get(issueId)
  return copy && withRoot(`/kept/${encodeURIComponent(copy.user_id)}/${encodeURIComponent(issueId)}/${page}`)
}
