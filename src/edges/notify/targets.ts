import { pageRange, pagination } from '../../base/http/paging'
import { SUCCESS } from '../../base/http/success'
import type { Clock, Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type {
  ChangedTarget,
  LogQuery,
  NewTarget,
  NoticeLog,
  SavedTarget,
  TargetList,
  TargetView,
  TriedTarget,
} from './notice-schema'
import * as store from './notice-store'
import type { MigrationState, Notices } from './notices'
import type { Services } from './services'
import type { TargetField } from './services/service'
import { noticeEvents, noticeServices } from './states'
import { targetRowOf, usualEvents } from './target-row'
import { words } from './wording'

interface Deps {
  db: Database
  clock: Pick<Clock, 'now'>
  random: Random
  services: Services
  notices: Pick<Notices, 'try'>
  migration: MigrationState
}

const MOST = 50
const PER_PAGE = 50

/** Notification targets, for the settings page. */
export class Targets {
  constructor(private readonly deps: Deps) {}

  list(): TargetList {
    const { db, services } = this.deps
    return {
      targets: store.listTargets(db.read).map((row) => this.viewOf(row)),
      services: noticeServices.map((service) => {
        const { label, about, fields, missing } = services[service]
        return { service, label, about, missing: missing?.() ?? null, fields: fields.map(fieldView) }
      }),
      events: noticeEvents.map((event) => {
        const { label, about } = words[event]
        return { event, label, about, usual: usualEvents.includes(event) }
      }),
    }
  }

  add(body: NewTarget): SavedTarget {
    return this.plan(body)()
  }

  change(targetId: string, body: ChangedTarget): SavedTarget {
    return this.plan(body, targetId)()
  }

  /** Checks a new or changed target and returns the function that saves it. Throws Refusal. */
  plan(body: ChangedTarget, targetId?: string): () => SavedTarget {
    return targetId === undefined ? this.adding(body) : this.changing(targetId, body)
  }

  private adding(body: ChangedTarget): () => SavedTarget {
    const { db, clock, random, services } = this.deps
    const rows = store.listTargets(db.read)
    if (rows.length >= MOST) throw new Refusal('invalid', `At most ${MOST} connections are possible.`)
    const moved_in = this.deps.migration.isRunning()
    const row = targetRowOf(body, { services, fresh: { target_id: random.id(), added_at: clock.now(), moved_in } })
    // A target without a name gets the name of its service, with a number when that is taken.
    return this.keeping(body.name?.trim() ? row : { ...row, name: unusedName(row.name, rows) })
  }

  private changing(targetId: string, body: ChangedTarget): () => SavedTarget {
    const { services, clock, migration } = this.deps
    const old = this.existing(targetId)
    // A user who saves the target has reviewed it.
    const moved_in = old.moved_in && migration.isRunning()
    const row = targetRowOf(body, { services, old, fresh: { ...old, moved_in } })
    const isOther = JSON.stringify([row.settings, row.secrets]) !== JSON.stringify([old.settings, old.secrets])
    return this.keeping(isOther ? { ...row, error: null } : row, (tx) => {
      if (!row.enabled) store.forgetNotices(tx, targetId)
      else if (isOther) store.retryNow(tx, targetId, clock.now())
    })
  }

  remove(targetId: string): typeof SUCCESS {
    this.existing(targetId)
    this.write((tx) => store.removeTarget(tx, targetId))
    return SUCCESS
  }

  /** Sends a test notice to a saved or unsaved target. */
  async test({ target_id, ...body }: TriedTarget): Promise<{ success: boolean; detail: string }> {
    const { services, notices } = this.deps
    const old = target_id === undefined ? undefined : this.existing(target_id)
    const row = targetRowOf(body, {
      services,
      ...(old && { old }),
      fresh: { target_id: '', added_at: '', moved_in: false },
    })
    const result = await notices.try(row)
    return 'ok' in result ? { success: true, detail: result.ok } : { success: false, detail: result.failure }
  }

  /** Sent and queued notices. */
  log({ target_id, state, ...page }: LogQuery): NoticeLog {
    const { read } = this.deps.db
    const { limit = PER_PAGE, offset } = pageRange(page)
    const filter = { ...(target_id !== undefined && { target_id }), ...(state && { state }) }
    const notices = store.listNotices(read, filter, { limit, offset }).map(({ notice, target }) => {
      const { items: _items, count: _count, due_at, ...rest } = notice
      const next_at = notice.state === 'waiting' ? due_at : null
      return { ...rest, target_name: target.name, service: target.service, next_at }
    })
    return { notices, pagination: pagination(store.countNotices(read, filter), { limit, offset }, notices.length) }
  }

  private existing(targetId: string): store.TargetRow {
    const row = store.findTarget(this.deps.db.read, targetId)
    if (row) return row
    throw new Refusal('missing', 'This notification target no longer exists. Reload the page.')
  }

  private keeping(row: store.TargetRow, also: (tx: Tx) => void = () => {}): () => SavedTarget {
    const rows = store.listTargets(this.deps.db.read)
    const named = rows.find(({ name }) => name.toLowerCase() === row.name.toLowerCase())
    if (named && named.target_id !== row.target_id)
      throw new Refusal('conflict', `A target named ${named.name} already exists. Choose another name.`)
    return () => {
      this.write((tx) => {
        store.keepTarget(tx, row)
        also(tx)
      })
      return { success: true, target: this.viewOf(row) }
    }
  }

  private write(work: (tx: Tx) => void): void {
    this.deps.db.write((tx) => {
      work(tx)
      tx.emit({ type: 'notices.changed' })
    })
  }

  private viewOf({ settings, secrets, moved_in, ...row }: store.TargetRow): TargetView {
    return {
      ...row,
      ...(moved_in && this.deps.migration.isUnderReview() && { awaits_review: true as const }),
      values: settings,
      secrets_set: Object.keys(secrets),
      goes_to: this.deps.services[row.service].receiverOf({ ...settings, ...secrets }),
      ...store.deliveryCountsOf(this.deps.db.read, row.target_id),
    }
  }
}

function fieldView({
  key,
  label,
  kind,
  required = false,
  example = '',
  help = '',
  usual = '',
  choices = [],
}: TargetField) {
  return { key, label, kind, required, example, help, usual, choices: [...choices] }
}

function unusedName(name: string, rows: readonly store.TargetRow[]): string {
  const used = new Set(rows.map((row) => row.name.toLowerCase()))
  let unused = name
  for (let nth = 2; used.has(unused.toLowerCase()); nth++) unused = `${name} ${nth}`
  return unused
}
