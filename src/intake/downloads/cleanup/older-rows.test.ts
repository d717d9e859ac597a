import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrate } from '../../../base/storage/migrate'
import { migrations } from '../../../base/storage/migrations/index'

const AT = '2026-11-21T08:00:00.000Z'

test.each<[string, { protocol: string; client: string; client_id: string | null }, number | null]>([
  ['a torrent is unknown', { protocol: 'torrent', client: 'q', client_id: 'h' }, null],
  [
    'a torrent without an answer from its client is the user’s',
    { protocol: 'torrent', client: 'q', client_id: null },
    0,
  ],
  ['a job of a usenet client is ours', { protocol: 'usenet', client: 's', client_id: 'j' }, 1],
  ['a direct download is ours', { protocol: 'ddl', client: 'ddl', client_id: 'd' }, 1],
  ['a torrent of the built-in client is ours', { protocol: 'torrent', client: 'embedded', client_id: 'h' }, 1],
  ['a torrent in a watched folder is ours', { protocol: 'torrent', client: 'b', client_id: '/w/x.torrent' }, 1],
  [
    'a torrent in a watched folder of the settings is ours',
    { protocol: 'torrent', client: 'blackhole_torrent', client_id: '/w/x' },
    1,
  ],
])('a row of an earlier version %s', (_, row, added) => {
  const raw = new Sqlite(':memory:', { strict: true })
  const at = migrations.findIndex(({ name }) => name.endsWith('keep_who_added_downloads'))
  migrate(raw, undefined, migrations.slice(0, at))
  raw.run(`INSERT INTO download_clients (client_id, type, name, protocol, address, settings, added_at)
    VALUES ('b', 'blackhole', 'Hole', 'torrent', '/w', '{}', '${AT}')`)
  const cells = {
    ...row,
    item_id: 'i',
    release_key: 'k',
    digest: 'd',
    entity_type: 'issue',
    entity_id: 'e',
    comic_id: 'c',
  }
  const whole = {
    ...cells,
    title: 'T',
    indexer: 'A',
    stage: 'snatched',
    info_hash: 'AB',
    grabbed_at: AT,
    updated_at: AT,
  }
  const names = Object.keys(whole)
  raw.query(`INSERT INTO journal (${names}) VALUES (${names.map((name) => `$${name}`)})`).run(whole)
  migrate(raw, undefined, migrations.slice(0, at + 1))
  expect(raw.query('SELECT added, content FROM journal').get()).toEqual({ added, content: 'ab' })
  raw.close()
})
