import { afterEach, describe, expect, test } from 'bun:test'
import { ForeignFixture, sampleDatabases, sampleRows } from '../../../../testing/migration/moved-databases'
import {
  kapowarrFiles,
  kapowarrIssues,
  kapowarrLeft,
  kapowarrRoots,
  kapowarrSeries,
  kapowarrSetting,
  kapowarrWanted,
} from './kapowarr-library'

let fixture: ForeignFixture
afterEach(() => fixture?.close())

describe.skipIf(!sampleDatabases)('the sample of Kapowarr 1.3.0', () => {
  const open = () => {
    fixture = ForeignFixture.sample('kapowarr')
    return fixture.database
  }
  const expected = () => sampleRows('kapowarr')

  test('has its volumes, and says which are monitored', () => {
    const db = open()
    const { counts, series, root_folders } = expected()
    expect([...kapowarrRoots(db)].map(({ path }) => path)).toEqual(root_folders)
    const rows = [...kapowarrSeries(db)]
    expect(rows).toHaveLength(counts.series)
    expect(rows.filter(({ monitored }) => monitored)).toHaveLength(counts.monitored_series)
    const types: Record<string, string> = { tpb: 'TPB', 'one-shot': 'One-Shot', 'hard-cover': 'HC', omnibus: 'Omnibus' }
    for (const wanted of series) {
      const row = rows.find(({ ids }) => ids.comicvine === String(wanted.comicvine_id))!
      expect([row.name, row.year, row.volume, row.folder]).toEqual([
        wanted.title,
        wanted.year,
        wanted.volume_number,
        wanted.folder,
      ])
      expect([row.monitored, row.want_new]).toEqual([wanted.monitored, wanted.monitor_new_issues])
      expect(row.facts.publisher).toBe(wanted.publisher)
      expect(row.facts.book_type).toBe(types[wanted.special_version]!)
      expect(row.locked).toEqual(wanted.special_version_locked ? ['book_type'] : [])
      expect(row.facts.aliases ?? [null]).toEqual([wanted.alt_title])
    }
  })

  test('has its issues, and knows which of them Kapowarr would search for', () => {
    const db = open()
    const { counts, issues } = expected()
    const rows = [...kapowarrIssues(db)]
    expect(rows).toHaveLength(counts.issues)
    expect(rows.filter(({ intent }) => intent === 'wanted')).toHaveLength(counts.monitored_issues)
    expect(kapowarrWanted(db)).toBe(counts.wanted_issues)
    for (const wanted of issues) {
      const row = rows.find(({ ids }) => ids.comicvine === String(wanted.comicvine_id))!
      expect([row.number, row.facts.title ?? null, row.intent]).toEqual([
        wanted.number,
        wanted.title,
        wanted.monitored ? 'wanted' : 'skipped',
      ])
      expect(row.facts.release_date ?? row.facts.issue_date).toBe(wanted.date)
    }
  })

  test('has its files, also those with several issues, and leaves out covers and metadata', () => {
    const db = open()
    const { counts, files } = expected()
    const rows = [...kapowarrFiles(db)]
    expect(rows).toHaveLength(counts.issue_files)
    expect(rows.flatMap(({ issue_ids }) => issue_ids)).toHaveLength(counts.issue_file_links)
    const left = [...kapowarrLeft(db)]
    for (const wanted of files)
      if (wanted.kind === 'issue')
        expect(rows.find(({ path }) => path === wanted.path)).toMatchObject({ size: wanted.size })
      else expect(left.some(({ table, label }) => table === 'files' && label === wanted.path)).toBe(true)
    const countOf = (table: string) => left.filter((row) => row.table === table).length
    expect(countOf('files')).toBe(counts.other_files)
    expect(countOf('blocklist')).toBe(counts.blocklist)
    expect(countOf('external_download_clients')).toBe(counts.download_clients)
    expect(countOf('credentials')).toBe(counts.credentials)
    expect(countOf('download_queue')).toBe(counts.queue)
    expect(countOf('download_history')).toBe(counts.history)
    expect(left.every(({ label }) => label !== '')).toBe(true)
  })

  test('has its naming, and yields no key, login or password', () => {
    const db = open()
    const { naming } = expected()
    for (const [key, value] of Object.entries(naming)) expect(kapowarrSetting(db, key)).toBe(String(value))
    const text = JSON.stringify(
      [kapowarrSeries, kapowarrIssues, kapowarrFiles, kapowarrLeft].map((read) => [...read(db)]),
    )
    for (const secret of ['not-a-secret', 'pd-key-example', 'reader']) expect(text).not.toContain(secret)
  })
})

test('a database of the first beta has no special versions, no locks, and wants all new issues of what it monitors', () => {
  fixture = ForeignFixture.of(
    'CREATE TABLE config (key TEXT PRIMARY KEY, value BLOB)',
    `INSERT INTO config VALUES ('database_version', '6'), ('date_type', 'store_date')`,
    'CREATE TABLE root_folders (id INTEGER PRIMARY KEY, folder TEXT)',
    'CREATE TABLE volumes (id INTEGER PRIMARY KEY, comicvine_id INTEGER, title TEXT, year INTEGER, monitored BOOL, folder TEXT, cover BLOB)',
    'CREATE TABLE issues (id INTEGER PRIMARY KEY, volume_id INTEGER, comicvine_id INTEGER, issue_number TEXT, title TEXT, date TEXT, monitored BOOL)',
    'CREATE TABLE files (id INTEGER PRIMARY KEY, filepath TEXT, size INTEGER)',
    'CREATE TABLE issues_files (file_id INTEGER, issue_id INTEGER)',
    `INSERT INTO volumes VALUES (1, 500, 'Low Tide', 1998, 1, NULL, x'00'), (2, 500, 'Low Tide', 1998, 0, 'D:\\Comics\\Low Tide', NULL)`,
    `INSERT INTO issues VALUES (1, 1, 900, '½', NULL, '1998-05-01', 1), (2, 1, NULL, '2a', 'None', 'soon', 0)`,
    `INSERT INTO files VALUES (1, 'D:\\Comics\\a.cbz', 10), (2, 'D:\\Comics\\2a\\01.jpg', 10), (3, 'D:\\Comics\\lost.cbz', NULL)`,
    'INSERT INTO issues_files VALUES (1, 1), (1, 2), (2, 2)',
  )
  const db = fixture.database
  expect([...kapowarrSeries(db)].map(({ ids, want_new, folder }) => [ids.comicvine, want_new, folder])).toEqual([
    ['500', true, null],
    ['500', false, 'D:\\Comics\\Low Tide'],
  ])
  expect([...kapowarrIssues(db)].map(({ number, facts, intent }) => [number, facts.release_date, intent])).toEqual([
    ['½', '1998-05-01', 'wanted'],
    ['2a', undefined, 'skipped'],
  ])
  expect([...kapowarrFiles(db)]).toMatchObject([{ path: 'D:\\Comics\\a.cbz', issue_ids: ['1', '2'] }])
  expect([...kapowarrLeft(db)].map(({ id, reason }) => [id, reason])).toEqual([
    ['2', 'A loose page. Its issue counts as owned. Pack the pages into a CBZ and scan the library to read it.'],
    ['3', 'Kapowarr has it for no issue. Scan the library to import it.'],
  ])
})

test('a release of 1.0 names blocked releases by their address, without a possible key, and logins by their service', () => {
  fixture = ForeignFixture.of(
    'CREATE TABLE files (id INTEGER PRIMARY KEY, filepath TEXT)',
    'CREATE TABLE issues_files (file_id INTEGER, issue_id INTEGER)',
    'CREATE TABLE blocklist (id INTEGER PRIMARY KEY, web_link TEXT, web_title TEXT, web_sub_title TEXT, download_link TEXT, source TEXT, reason INTEGER)',
    `INSERT INTO blocklist VALUES (1, 'https://posts.example/low-tide/', NULL, NULL, NULL, NULL, 1),
      (2, NULL, NULL, NULL, 'https://dl.example/aa1?key=not-a-secret#not-a-secret', 'Mega', 4), (3, NULL, 'Low Tide', 'Part 2', NULL, 'Mega', 4)`,
    'CREATE TABLE credentials_sources (id INTEGER PRIMARY KEY, source TEXT)',
    `INSERT INTO credentials_sources VALUES (7, 'mega')`,
    'CREATE TABLE credentials (id INTEGER PRIMARY KEY, source INTEGER)',
    'INSERT INTO credentials VALUES (1, 7)',
    'CREATE TABLE download_history (original_link TEXT, title TEXT, downloaded_at INTEGER)',
    `INSERT INTO download_history VALUES ('https://posts.example/x', 'Low Tide 2', 1), ('https://posts.example/y', NULL, 2)`,
  )
  expect([...kapowarrLeft(fixture.database)].map(({ table, label }) => [table, label])).toEqual([
    ['blocklist', 'posts.example/low-tide/'],
    ['blocklist', 'dl.example/aa1, Mega'],
    ['blocklist', 'Low Tide, Part 2, Mega'],
    ['credentials', 'mega'],
    ['download_history', 'Low Tide 2'],
    ['download_history', 'posts.example/y'],
  ])
})
