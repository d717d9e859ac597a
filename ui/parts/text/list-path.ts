/** The list that always exists. */
export const FIRST_LIST = 'default'

/** The page of a reading list. */
export function listPath(listId: string): string {
  return listId === FIRST_LIST ? '/readlist' : `/readlist/${encodeURIComponent(listId)}`
}
