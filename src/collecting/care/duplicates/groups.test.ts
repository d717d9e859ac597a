import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { saveFileCheck } from '../../../library/checks/store'
import { fileWithId, linkFileToIssue } from '../../../library/series/file-store'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { setIgnored } from '../ignored-store'
import { chosenOf } from './chosen'
import { groupsWithIds, setGroupsIgnored } from './group-store'
import { findCopies, regroupSeries } from './grouper'
import { CopyList } from './list'

/** Groups of copies, on rows as checks leave them. */

let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3])
})
afterEach(() => db.close())

type FileRow = NonNullable<Parameters<typeof makeFile>[1]>
interface Made extends FileRow {
  digest?: string
}

/** Adds a file of the issues; `digest` is of its pages. */
function add(file_id: string, issues: number[], { digest, ...row }: Made = {}): void {
  makeFile(db, { file_id, path: `/comics/${file_id}.cbz`, issues: issues.map((n) => `harbor-${n}`), ...row })
  const check = { page_bytes: 1, ...(digest === undefined ? {} : { page_digest: digest }) }
  db.write((tx) => saveFileCheck(tx, fileWithId(tx, file_id)!, check))
}
const find = () => findCopies(db, new AbortController().signal)
const list = () => new CopyList({ db })
/** The files of each group, the kept one first. */
const groups = (kind: 'bytes' | 'pages' | 'issue', ignored = false) =>
  list()
    .page({ kind, ignored })
    .groups.map(({ copies }) => copies.map(({ file_id }) => file_id).join())

describe('files are copies', () => {
  test('by their pages, and by every byte when all of them are equal', async () => {
    add('a', [1], { digest: 'd', content_hash: 'h1' })
    add('b', [1], { digest: 'd', content_hash: 'h2' })
    add('c', [2], { digest: 'e', content_hash: 'h3' })
    add('d', [2], { digest: 'e', content_hash: 'h3' })
    await find()
    expect([groups('pages'), groups('bytes')]).toEqual([['a,b'], ['c,d']])
  })

  test('by their pages when their contents are not known', async () => {
    add('a', [1], { digest: 'd' })
    add('b', [1], { digest: 'd' })
    await find()
    expect([groups('pages'), groups('bytes')]).toEqual([['a,b'], []])
  })

  test('by every byte where the archive states no checksums', async () => {
    for (const id of ['a', 'b']) add(id, [1], { content_hash: 'h' })
    add('c', [2], { content_hash: 'h', digest: 'd' })
    await find()
    expect(groups('bytes')).toEqual(['a,b'])
  })

  test('by their issue, of equal ones only one, and without a file of an issue more', async () => {
    add('a', [1], { digest: 'd', size: 9, added_at: '2026-01-01T00:00:00.000Z' })
    add('b', [1], { digest: 'd', size: 9, added_at: '2026-02-01T00:00:00.000Z' })
    add('c', [1], { digest: 'e', size: 5 })
    await find()
    expect([groups('issue'), groups('pages')]).toEqual([['a,c'], ['a,b']])
    add('both', [1, 2], { digest: 'f' })
    add('other', [1, 3], { digest: 'g' })
    await find()
    expect(groups('issue')).toEqual(['both,a,c'])
  })

  test('unless they are gone or belong to no issue', async () => {
    for (const id of ['a', 'b', 'c']) add(id, id === 'c' ? [] : [1], { digest: 'd' })
    db.write((tx) => tx.run(`update files set gone_at = '2026' where file_id = 'b'`))
    await find()
    expect([...groups('pages'), ...groups('issue')]).toEqual([])
  })
})

describe('groups', () => {
  beforeEach(async () => {
    for (const id of ['a', 'b']) add(id, [1], { digest: 'd', size: 5 })
    for (const id of ['c', 'e']) add(id, [2], { digest: 'e', size: 7 })
    await find()
  })

  test('follow the files of their series', () => {
    add('f', [3], { digest: 'd', size: 5 })
    db.write((tx) => {
      tx.run(`delete from files where file_id = 'c'`)
      regroupSeries(tx, 'harbor')
    })
    expect(groups('pages')).toEqual(['a,b,f'])
  })

  test('that are gone are dropped by the next check', async () => {
    db.write((tx) => tx.run(`delete from files where file_id in ('c', 'e')`))
    await find()
    expect(groups('pages')).toEqual(['a,b'])
  })

  test('are listed with most bytes first, in pages, with what removing them frees', () => {
    expect(groups('pages')).toEqual(['c,e', 'a,b'])
    expect(list().page({ kind: 'pages', limit: 1, offset: 1 } as never)).toMatchObject({
      groups: [{ group_id: 'pages:d', spare: 1, bytes: 5 }],
      pagination: { total: 2, has_more: false },
    })
    expect(list().counts()).toEqual({ shown: [{ kind: 'pages', groups: 2, files: 2, bytes: 12 }], ignored: 0 })
  })

  test('that are ignored are listed apart, also after a check', async () => {
    db.write((tx) => {
      setIgnored(tx, 'copies', ['pages:d'], true)
      setGroupsIgnored(tx, ['pages:d'], true)
    })
    for (const check of [async () => {}, find]) {
      await check()
      expect([groups('pages'), groups('pages', true)]).toEqual([['c,e'], ['a,b']])
      expect(list().counts()).toMatchObject({ shown: [{ groups: 1 }], ignored: 1 })
      expect(await list().preview({ kind: 'pages' })).toMatchObject({ groups: 1, files: 1 })
    }
  })

  test('are removed but for the copy that the user keeps', () => {
    const [group] = groupsWithIds(db.read, ['pages:d'])
    const chosen = (keep?: string) => chosenOf(db.read, group!, keep)
    expect([chosen()?.keep.file_id, chosen('b')?.keep.file_id, chosen('c')]).toEqual(['a', 'b', undefined])
    expect(chosen('b')?.others.map(({ file_id }) => file_id)).toEqual(['a'])
  })

  test('say before a removal which issues would have no file', async () => {
    add('f', [3], { digest: 'd', size: 5 })
    await find()
    expect(await list().preview({ kind: 'pages' })).toEqual({ groups: 2, files: 3, bytes: 17, skipped: 0, lost: 1, lost_labels: ['Harbor Lights #3'] }) // biome-ignore format: one line
    const keep = { 'pages:d': 'f' }
    expect(await list().preview({ group_ids: ['pages:d', 'pages:d', 'pages:x'], keep })).toMatchObject({ groups: 1, files: 2, skipped: 1, lost_labels: ['Harbor Lights #1'] }) // biome-ignore format: one line
  })

  test('of an issue keep a file that has an issue more than the one the user keeps', async () => {
    add('g', [3], { digest: 'g', size: 8 })
    add('h', [3], { digest: 'h', size: 6 })
    await find()
    const [group] = groupsWithIds(db.read, ['issue:harbor-3'])
    db.write((tx) => linkFileToIssue(tx, 'harbor-2', 'g'))
    expect(chosenOf(db.read, group!, 'h')).toBeUndefined()
    expect(chosenOf(db.read, group!, 'g')?.others.map(({ file_id }) => file_id)).toEqual(['h'])
  })
})
