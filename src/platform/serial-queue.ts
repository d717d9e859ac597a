/** Runs one piece of work at a time, in the order they came. A failure reaches its own caller and nobody else. */
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

  /** Resolves when all that is queued now has ended. */
  async idle(): Promise<void> {
    await this.last
  }
}
