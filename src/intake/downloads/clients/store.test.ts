import { expect, test } from 'bun:test'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import type { Stage } from '../states'
import { journal } from '../tables'
import { countItemsOfClient } from './store'

test('open items of a client are counted, and those that it still has to remove', () => {
  const db = testDatabase()
  const put = (client: string, stage: Stage, held: 'waiting' | 'seeding' | 'dropping' | null = null) => {
    const id = crypto.randomUUID()
    const row = { ...itemAt(client, '2026-11-21T08:00:00.000Z'), item_id: id, digest: id, stage, held }
    db.write((tx) => tx.insert(journal).values(row).run())
  }
  put('a', 'reserved')
  put('a', 'moved')
  put('a', 'failed')
  put('a', 'post_processed', 'seeding')
  put('a', 'failed', 'waiting')
  put('a', 'cancelled', 'dropping')
  put('b', 'snatched', 'waiting')
  expect(['a', 'b', 'c'].map((id) => countItemsOfClient(db.read, id))).toEqual([
    { open: 2, held: 3 },
    { open: 1, held: 1 },
    { open: 0, held: 0 },
  ])
})
