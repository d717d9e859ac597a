/** Waits for a change that another part of the process makes. */
export class Waiters {
  private readonly waiting = new Set<() => void>()

  /** Resolves with the next `wake`, or when `signal` aborts. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.waiting.add(done)
      signal.addEventListener('abort', done, { once: true })
      if (signal.aborted) done()
    })
  }

  /** Ends every wait. */
  wake(): void {
    for (const done of [...this.waiting]) done()
  }
}
