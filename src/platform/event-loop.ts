/** Resolves on the next turn of the event loop: long work in memory waits for it now and then, so that requests get through. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** As `map`, with a turn for everybody else after every `size` of them. */
export async function mapInTurns<T, R>(
  list: readonly T[],
  size: number,
  make: (each: T, at: number) => R,
): Promise<R[]> {
  const made: R[] = []
  for (const [at, each] of list.entries()) {
    if (at > 0 && at % size === 0) await nextTurn()
    made.push(make(each, at))
  }
  return made
}
