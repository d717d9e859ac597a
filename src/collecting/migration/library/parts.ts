/** A file with several issues is one row of its source: the first issue has the row's id, the others get a counter. */
export const idOfPart = (id: string, at: number): string => (at === 0 ? id : `${id}+${at}`)

export const idsOfParts = (id: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => idOfPart(id, at))
