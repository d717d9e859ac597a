/** Runs work one at a time. A request during a run starts one more run after it. */
export class SerialRuns {
  private running: Promise<void> = Promise.resolve()
  private asked = false

  constructor(
    private readonly deps: { round: () => Promise<unknown>; broke: (error: unknown) => void; signal: AbortSignal },
  ) {}

  /** Resolves when the run has ended; never rejects. After an abort nothing runs. */
  ask(): Promise<void> {
    if (this.asked || this.deps.signal.aborted) return this.running
    this.asked = true
    this.running = this.running
      .then(async () => {
        this.asked = false
        await this.deps.round()
      })
      .catch(this.deps.broke)
    return this.running
  }

  /** Resolves when nothing is running. */
  idle(): Promise<void> {
    return this.running
  }
}
