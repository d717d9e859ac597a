/** Runs one task at a time, in the order they were added. A failure reaches only its own caller. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve()
  private size = 0

  get isIdle(): boolean {
    return this.size === 0
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.size++
    const result = this.last.then(work)
    const end = () => {
      this.size--
    }
    this.last = result.then(end, end)
    return result
  }

  /** Resolves when all tasks that are queued now have ended. */
  async idle(): Promise<void> {
    await this.last
  }
}
