import { hmac, sha256 } from '../../base/platform/digest'
import type { Clock, Log, Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { today as todayOf } from '../../library/reading/today'
import { issueTitle } from '../../library/series/issue-title'
import { addDays } from './calendar'
import * as store from './feed-store'
import { type CalendarEntry, writeCalendar } from './ical'
import { issuesReleased, type LibraryRelease } from './library-store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  sessionKey: Uint8Array
  /** The address of a page for other devices; null when there is none. */
  linkTo: (page: string) => string | null
  annuals: () => boolean
  arcs: () => boolean
}

export interface FeedSpan {
  past?: number
  future?: number
}

const PAST_DAYS = 7
const FUTURE_DAYS = 28
/** Half of the HMAC: enough against guessing. */
const DIGITS = 32
const OWNED = ['archived', 'covered']

/** The calendar of followed series, for each user at an address that opens without a login until it is revoked. */
export class CalendarFeed {
  private readonly key: Uint8Array

  constructor(private readonly deps: Deps) {
    this.key = Buffer.from(hmac(deps.sessionKey, 'calendar feeds'), 'hex')
  }

  /** The caller's address. Null: there is none, or it was made with another installation's key. */
  get path(): string | null {
    const row = store.findFeed(this.deps.db.read)
    if (!row) return null
    const token = this.tokenOf(row.nonce)
    return sha256(token) === row.token_hash ? `/api/calendar/${token}.ics` : null
  }

  /** Makes a new address for the caller; the previous one stops working. */
  renew(): string {
    const { db, clock, random, log } = this.deps
    const nonce = random.id()
    const token = this.tokenOf(nonce)
    db.write((tx) => store.replaceFeed(tx, { token_hash: sha256(token), nonce, created_at: clock.now() }))
    log.info('auth', 'calendar address made')
    return `/api/calendar/${token}.ics`
  }

  revoke(): void {
    this.deps.db.write((tx) => store.removeFeeds(tx))
    this.deps.log.warn('auth', 'calendar address revoked')
  }

  /** Whether the last part of an address opens the feed. */
  admits(file: string): boolean {
    return this.userOf(file) !== undefined
  }

  /** The user whose feed the last part of an address opens: the feed shows what this user may see. */
  userOf(file: string): string | undefined {
    const token = /^([\da-f]{32})\.ics$/.exec(file)?.[1]
    return token === undefined ? undefined : store.feedWithToken(this.deps.db.read, sha256(token))?.user_id
  }

  /**
   * Issues of series that are not paused, by default a week back and four weeks ahead. Throws Refusal 'missing' when
   * `file` does not open the feed.
   */
  document(file: string, { past = PAST_DAYS, future = FUTURE_DAYS }: FeedSpan): string {
    if (!this.admits(file))
      throw new Refusal('missing', 'There is no calendar at this address. Copy the current one from Releases.')
    const { db, annuals, arcs } = this.deps
    const today = todayOf(this.deps)
    const span = { first: addDays(today, -past), last: addDays(today, future) }
    const shown = issuesReleased(db.read, span)
      .filter(isShown)
      .filter(({ kind, status }) => (annuals() || kind !== 'annual') && (arcs() || status !== 'unfollowed'))
      .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    return writeCalendar(
      'Panelkeep releases',
      shown.map((issue) => this.entry(issue)),
    )
  }

  private entry(issue: LibraryRelease): CalendarEntry {
    const { issue_id, comic_id, release_date, series, title, publisher, updated_at } = issue
    const page = `/library/${encodeURIComponent(comic_id)}/issues/${encodeURIComponent(issue_id)}`
    return {
      uid: `${issue_id}@panelkeep`,
      day: release_date as string,
      summary: issueTitle(series, issue),
      description: [title, publisher].filter((text) => text !== null).join('\n'),
      url: this.deps.linkTo(page) ?? undefined,
      confirmed: isOwned(issue),
      changed: updated_at,
    }
  }

  private tokenOf(nonce: string): string {
    return hmac(this.key, nonce).slice(0, DIGITS)
  }
}

const isOwned = ({ has_file, fulfillment }: LibraryRelease) => Boolean(has_file) || OWNED.includes(fulfillment)

/** Skipped, ignored and paused issues are not expected. */
const isShown = (issue: LibraryRelease) =>
  isOwned(issue) || (issue.status !== 'paused' && (issue.intent === 'wanted' || issue.intent === 'policy'))

const orderOf = (issue: LibraryRelease) => `${issue.release_date} ${issueTitle(issue.series, issue)}`
