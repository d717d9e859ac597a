/** The page of the user's first list, which always exists. */
export const FIRST_LIST_PATH = '/readlist'

/** The page of a reading list. */
export function listPath({ list_id, is_default = false }: { list_id: string; is_default?: boolean }): string {
  return is_default ? FIRST_LIST_PATH : `${FIRST_LIST_PATH}/${encodeURIComponent(list_id)}`
}
