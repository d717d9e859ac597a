import { Database as Sqlite } from 'bun:sqlite'
import { beforeEach, describe, expect, test } from 'bun:test'
import { migrate } from './migrate'
import { migrations } from './migrations/index'

/** A library of before, with rows in each table that users have alone since. */
const ROWS = `
  INSERT INTO series (comic_id, name, sort_name, match_key, status, content_type, added_at, updated_at)
    VALUES ('harbor', 'Harbor Lights', 'harbor lights', 'harborlights', 'active', 'comic', 'then', 'then');
  INSERT INTO series_marks (comic_id, favourite_at, rating) VALUES ('harbor', '2026-01-01', 4);
  INSERT INTO library_views (view_id, name, query, position) VALUES ('v', 'Noir', 'tag=noir', 1);
  INSERT INTO reading_lists (list_id, name, created_at, updated_at) VALUES ('default', 'Reading list', 'then', 'then');
  INSERT INTO reading_list_entries (list_id, issue_id, position, added_at, comic_id, series_name, label)
    VALUES ('default', 'harbor-1', 1, 'then', 'harbor', 'Harbor Lights', '#1');
  INSERT INTO device_keys (device_id, name, key_hash, created_at) VALUES ('d', 'Tablet', 'hash', 'then');
  INSERT INTO sync_hashes (hash, device_id) VALUES ('md5', 'd');
  INSERT INTO calendar_feeds (token_hash, nonce, created_at) VALUES ('token', 'nonce', 'then');
  INSERT INTO ai_threads (thread_id, owner, title, created_at, updated_at) VALUES ('t', 'reader', 'Gaps', 'then', 'then');
  INSERT INTO ai_messages (message_id, thread_id, position, role, content, status, results, retryable, created_at)
    VALUES ('m', 't', 1, 'user', 'Gaps?', 'complete', '[]', 0, 'then');
  INSERT INTO ai_actions (action_id, owner, thread_id, kind, status, title, payload, changes, seen, created_at, updated_at)
    VALUES ('a', 'reader', 't', 'make_list', 'pending', 'Make it', '{}', '[]', '[]', 'then', 'then');
`

let raw: Sqlite
beforeEach(() => {
  raw = new Sqlite(':memory:', { strict: true })
  const at = migrations.findIndex(({ name }) => name.startsWith('0049'))
  migrate(raw, undefined, migrations.slice(0, at))
  raw.run('PRAGMA foreign_keys = OFF')
  raw.run(ROWS)
})
const rows = (query: string) => raw.query<Record<string, unknown>, []>(query).all()

describe('rows of a library without users', () => {
  test('are the owner’s, with all that they hold', () => {
    migrate(raw)
    const tables = ['series_marks', 'library_views', 'reading_lists', 'device_keys', 'calendar_feeds', 'ai_threads', 'ai_actions'] // biome-ignore format: one line
    for (const table of tables) expect(rows(`SELECT user_id FROM ${table}`), table).toEqual([{ user_id: 'owner' }])
    expect(rows('SELECT comic_id, favourite_at, rating FROM series_marks')).toEqual([
      { comic_id: 'harbor', favourite_at: '2026-01-01', rating: 4 },
    ])
    expect(rows('SELECT name, shared FROM reading_lists')).toEqual([{ name: 'Reading list', shared: 0 }])
    for (const table of ['reading_list_entries', 'sync_hashes', 'ai_messages'])
      expect(rows(`SELECT 1 FROM ${table}`), table).toHaveLength(1)
    expect(rows('SELECT token_hash, nonce FROM calendar_feeds')).toEqual([{ token_hash: 'token', nonce: 'nonce' }])
  })

  test('that a move made are still known as made by it', () => {
    raw.run(`INSERT INTO moving_runs (run_id, source, path, state, path_mappings, steps_total, warnings, created_at, updated_at)
      VALUES ('run', 'komga', '/komga', 'complete', '[]', 1, '[]', 'then', 'then')`)
    const add = (table: string, key: string) =>
      raw.run(`INSERT INTO moving_rows (run_id, table_name, row_key, state) VALUES ('run', ?, ?, '[]')`, [table, key])
    add('series_marks', 'harbor')
    add('series', 'harbor')
    migrate(raw)
    expect(rows('SELECT table_name, row_key FROM moving_rows ORDER BY table_name')).toEqual([
      { table_name: 'series', row_key: 'harbor' },
      { table_name: 'series_marks', row_key: 'owner\nharbor' },
    ])
  })
})
