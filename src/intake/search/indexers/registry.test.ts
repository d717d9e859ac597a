import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { putIndexers } from '../../../testing/indexers/search-harness'
import { makeIndexers } from './registry'
import { ARCHIVE, findIndexer, listKeyed, replaceIndexers } from './store'

let db: Database
let events: unknown[]
let options: Record<string, unknown>
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  putIndexers(db, ['mill', 'oak'])
  putIndexers(db, ['elm'], 'torrent')
  options = {
    newznab: true,
    enable_torznab: true,
    enable_archive: true,
    enable_ddl: true,
    archive_url: 'https://idx.test/',
  }
})
afterEach(() => db.close())

const clock = fakeClock()
const made = () =>
  makeIndexers({ db, clock, indexerClient: {} as never, config: { get: (name: string) => options[name] } as never })
const enabled = () => made().enabled().map(({ row }) => row.indexer_id).sort().join(' ') // biome-ignore format: one line

test.each<[object, string]>([
  [{}, 'archive elm mill oak'],
  [{ newznab: false }, 'archive elm'],
  [{ enable_torznab: false }, 'archive mill oak'],
  [{ enable_archive: false }, 'elm mill oak'],
  [{ enable_ddl: false }, 'elm mill oak'],
])('with the options %j these are queried: %s', (change, ids) => {
  Object.assign(options, change)
  expect(enabled()).toBe(ids)
})

test('a disabled indexer is not queried, but is found', () => {
  const rows = listKeyed(db.read).filter(({ type }) => type === 'newznab')
  db.write((tx) => replaceIndexers(tx, 'newznab', rows.map((row) => ({ ...row, enabled: row.name !== 'oak' })))) // biome-ignore format: one glance
  expect(enabled()).toBe('archive elm mill')
  expect(made().get('oak')?.row.name).toBe('oak')
  expect(made().get('gone')).toBeUndefined()
})

test('the archive exists from the first start, once, at the address from the settings', () => {
  const first = made()
  const row = findIndexer(db.read, ARCHIVE)
  expect(row).toMatchObject({ type: 'archive', added_at: clock.now() })
  expect(first.get(ARCHIVE)?.row.host).toBe('https://idx.test')
  const write = db.write.bind(db)
  let writes = 0
  db.write = ((work) => {
    writes++
    return write(work)
  }) as typeof db.write
  made()
  expect([writes, findIndexer(db.read, ARCHIVE)]).toEqual([0, row])
})
