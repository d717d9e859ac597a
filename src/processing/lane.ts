/** Work that goes one after the other. */
export class Lane {
  private last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work, work)
    this.last = mine
    return mine
  }
}
