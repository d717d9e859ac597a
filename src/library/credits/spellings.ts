import { matchKey } from '../../base/names/titles'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import { recountSpelling } from './index-store'
import type { NameIndexer } from './name-indexer'
import * as store from './names-store'
import type { SpellingsBody, SpellingsReply } from './schema'
import type { NameKind } from './states'

interface Deps {
  db: Database
  indexer: Pick<NameIndexer, 'follow'>
}

type Spelling = SpellingsReply['before'][number]

/**
 * Names that the user joined, since they are one person in two spellings. A spelling keeps its own uses, so it can be
 * taken apart again, and it stays joined when its issues are removed and come back.
 */
export class Spellings {
  constructor(private readonly deps: Deps) {}

  /**
   * Joins spellings with names, or makes them names of their own. Throws Refusal 'missing' for unknown names, and
   * 'invalid' for a name joined with itself.
   */
  set({ kind, spellings }: SpellingsBody): SpellingsReply {
    const { db, indexer } = this.deps
    const before = db.write((tx) => {
      const changes = spellings.map((spelling) => apply(tx, kind, spelling)).filter((each) => each.length > 0)
      if (changes.length > 0) tx.emit({ type: 'library.changed' })
      return changes
    })
    indexer.follow()
    // The last change is undone first, each name before the spellings that moved with it.
    return { before: before.reverse().flat() }
  }
}

function apply(tx: Tx, kind: NameKind, { name, of }: Spelling): Spelling[] {
  const own = need(tx, kind, name)
  const into = of === null ? undefined : need(tx, kind, of)
  const target = into?.joined_into ?? into?.name_id ?? null
  if (into?.name_id === own.name_id || target === own.name_id)
    throw new Refusal('invalid', `${name} and ${of} are the same name already.`)
  // Its own spellings move with it, since a spelling has none.
  const followers = target === null ? [] : store.spellingsOf(tx, own.name_id)
  return [own, ...followers.map((each) => ({ ...each, joined_into: own.name_id }))].flatMap((each) => {
    if (each.joined_into === target) return []
    for (const counted of [each.joined_into, target, each.name_id])
      if (counted !== null) recountSpelling(tx, each.name_id, counted)
    store.joinSpelling(tx, each.name_id, target)
    return { name: each.name, of: each.joined_into === null ? null : store.nameOf(tx, each.joined_into) }
  })
}

function need(tx: Tx, kind: NameKind, name: string): store.NameRow {
  const found = store.findSpelling(tx, kind, matchKey(name))
  if (!found) throw new Refusal('missing', `The library has no name ${name}.`)
  return found
}
