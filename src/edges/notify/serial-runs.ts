/** Runs work one at a time. A request during a run starts one more run after it. */
export class SerialRuns {
  private running: Promise<void> = Promise.resolve()
  private isRequested = false

  constructor(
    private readonly deps: { run: () => Promise<unknown>; onError: (error: unknown) => void; signal: AbortSignal },
  ) {}

  /** Resolves when the run has ended; never rejects. After an abort nothing runs. */
  requestRun(): Promise<void> {
    if (this.isRequested || this.deps.signal.aborted) return this.running
    this.isRequested = true
    this.running = this.running
      .then(async () => {
        this.isRequested = false
        await this.deps.run()
      })
      .catch(this.deps.onError)
    return this.running
  }

  /** Resolves when nothing is running. */
  idle(): Promise<void> {
    return this.running
  }
}
