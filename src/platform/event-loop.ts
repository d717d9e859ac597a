/** Resolves on the next turn of the event loop, so that long work in memory lets requests through. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Like `map`, but waits for the next turn of the event loop after every `size` items. */
export async function mapYielding<T, R>(
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
