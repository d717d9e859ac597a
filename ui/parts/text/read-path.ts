/** Where an issue is read; with a reading list the reader follows its order. Ids may hold anything, so they are escaped. */
export function readPath(issueId: string, listId?: string): string {
  const path = `/read/${encodeURIComponent(issueId)}`
  return listId === undefined ? path : `${path}?list=${encodeURIComponent(listId)}`
}
