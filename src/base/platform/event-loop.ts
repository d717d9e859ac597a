/** Resolves on the next turn of the event loop, so that long work in memory lets requests through. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** The result of work that is done in steps, with a turn of the event loop after each. */
export async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** The same in one turn, for short work. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
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
