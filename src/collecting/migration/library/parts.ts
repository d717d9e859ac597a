/** A file that holds several issues is one row of its source: the first issue has its id, the others are numbered on. */
export const idOfPart = (id: string, at: number): string => (at === 0 ? id : `${id}+${at}`)

export const idsOfParts = (id: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => idOfPart(id, at))
