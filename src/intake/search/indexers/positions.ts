/** An entry of a list sorted by the user: its former position and the requested one. */
export interface ListedPosition {
  position?: number | undefined
  order?: number | undefined
}

/**
 * Positions for the indexers of one kind, among those of the other kind. Without `order`, they follow the list, in the
 * positions that the kind had; `order` is a position among all.
 */
export function positionsFor(list: readonly ListedPosition[], others: readonly number[]): number[] {
  const before = list.flatMap(({ position }) => position ?? []).sort((a, b) => a - b)
  let last = Math.max(-1, ...before, ...others)
  return list.map(({ order }, at) => order ?? before[at] ?? ++last)
}
