/** Work that comes in rounds, one at a time. Who asks while one goes on gets another one after it. */
export class SerialRuns {
  private running: Promise<void> = Promise.resolve()
  private asked = false

  constructor(
    private readonly deps: { round: () => Promise<unknown>; broke: (error: unknown) => void; signal: AbortSignal },
  ) {}

  /** Resolves when the round is through; it never rejects. After an abort there is none. */
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

  /** Resolves when no round is running. */
  idle(): Promise<void> {
    return this.running
  }
}
