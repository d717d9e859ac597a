/** Runs changes one after the other, in the order of their requests. A failed change does not stop the next ones. */
export function makeTurns(): <T>(change: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (change) => {
    const done = last.then(change)
    last = done.catch(() => undefined)
    return done
  }
}
