import type { Device } from '../../base/auth/devices'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { ReadingProgress } from '../../library/reading/progress'
import { progressOfIssues } from '../../library/reading/progress-store'
import type { Books } from './books'

/** A change of progress, as apps send it. */
export interface ProgressChange {
  /** Counted from 1. */
  page: number | undefined
  completed: boolean | undefined
}

/** The app that reports. */
export interface Reporter {
  device: Device | undefined
  /** Of the app, for people. */
  name: string
}

export interface ReadCounts {
  books: number
  read: number
  reading: number
  /** How many books from the first on are read. */
  run: number
}

/** Reading progress of apps, under the rules of the library. */
export class AppProgress {
  constructor(private readonly deps: { db: Database; books: Books; progress: ReadingProgress }) {}

  /** Throws Refusal 'missing' for an unknown book, 'invalid' for a page that it does not have. */
  change(issueId: string, { page, completed }: ProgressChange, reporter: Reporter): void {
    const { file } = this.deps.books.one(issueId)
    if (completed === true) {
      this.deps.progress.markRead([issueId], true)
      return
    }
    if (page === undefined) throw new Refusal('invalid', 'page must be set when completed is not true.')
    if (page < 1 || page > file.page_count)
      throw new Refusal('invalid', `page must be between 1 and ${file.page_count}.`)
    this.report(issueId, page - 1, reporter)
  }

  /** `at`: when the page was read, by the clock of the app. Returns whether newer progress exists. */
  report(issueId: string, page: number, { device, name }: Reporter, at?: string): boolean {
    const on = { device: device?.name ?? name, ...(device && { device_id: device.device_id }) }
    const reporter = JSON.stringify([device?.device_id, name])
    const set = { page, begins: true, reporter, ...on, ...(at === undefined ? {} : { at }) }
    const { read_at, counted_at } = this.deps.progress.set(issueId, set)
    return read_at > counted_at
  }

  forget(issueId: string): void {
    this.deps.books.one(issueId)
    this.deps.progress.markRead([issueId], false)
  }

  mark(issueIds: readonly string[], read: boolean): void {
    this.deps.progress.markRead(issueIds, read)
  }

  /** Of books in the order in which they are read. */
  counts(issueIds: readonly string[]): ReadCounts {
    const progress = progressOfIssues(this.deps.db.read, issueIds)
    const isRead = (id: string) => progress.get(id)?.completed === true
    const read = issueIds.filter(isRead).length
    const first = issueIds.findIndex((id) => !isRead(id))
    return {
      books: issueIds.length,
      read,
      reading: progress.size - read,
      run: first < 0 ? issueIds.length : first,
    }
  }

  /** The books of a series up to a number, which a tracker has read. */
  upTo(comicId: string, number: number): string[] {
    return [...this.deps.books.numbers(comicId)].filter(([, { sort }]) => sort <= number).map(([id]) => id)
  }
}
