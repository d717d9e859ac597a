/** Runs changes one after the other, in the order in which they were asked for; a failed one holds up none. */
export function makeTurns(): <T>(change: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (change) => {
    const done = last.then(change)
    last = done.catch(() => undefined)
    return done
  }
}
