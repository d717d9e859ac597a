/** Resolves on the next turn of the event loop: long work in memory waits for it now and then, so that requests get through. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
