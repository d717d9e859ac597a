import { callerId } from '../../base/platform/caller'
import { Refusal } from '../../base/refusal'
import type { Tx } from '../../base/storage/database'
import type { ShelfDeps } from './deps'
import { requiredName } from './required-name'
import type { SavedView } from './schema'
import { MOST_VIEWS } from './states'
import * as store from './view-store'

interface Views {
  views: SavedView[]
}

/** The caller's tabs above the library: each is a named query of an address. Every change returns all of them. */
export class SavedViews {
  constructor(private readonly deps: ShelfDeps) {}

  all(): Views {
    const rows = store.allViews(this.deps.db.read)
    return { views: rows.map(({ view_id, name, query }) => ({ view_id, name, query })) }
  }

  /** Throws Refusal 'conflict' when there are too many. */
  make(name: string, query: string): Views {
    if (this.all().views.length >= MOST_VIEWS)
      throw new Refusal('conflict', `There are ${MOST_VIEWS} saved views, the most that fit. Delete one first.`)
    const row = { view_id: this.deps.random.id(), name: requiredName(name), query }
    return this.write((tx) => store.insertView(tx, row))
  }

  /** Throws Refusal 'invalid' for an empty change. */
  change(id: string, { name, query }: { name?: string; query?: string }): Views {
    if (name === undefined && query === undefined) throw new Refusal('invalid', 'Send a name or a query.')
    const change = { name: name === undefined ? undefined : requiredName(name), query }
    return this.write((tx) => need(store.changeView(tx, id, change), `There is no saved view ${id}.`))
  }

  delete(id: string): Views {
    const now = this.deps.clock.now()
    return this.write((tx) => need(store.deleteView(tx, id, now), `There is no saved view ${id}.`))
  }

  restore(id: string): Views {
    return this.write((tx) => need(store.restoreView(tx, id), `There is no deleted view ${id}.`))
  }

  order(ids: readonly string[]): Views {
    return this.write((tx) => store.orderViews(tx, ids))
  }

  private write(work: (tx: Tx) => void): Views {
    this.deps.db.write((tx) => {
      work(tx)
      tx.emit({ type: 'views.changed', user_id: callerId() })
    })
    return this.all()
  }
}

function need(found: boolean, sentence: string): void {
  if (!found) throw new Refusal('missing', sentence)
}
