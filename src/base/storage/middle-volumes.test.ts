import { expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { makeIssues, makeSeries } from '../../testing/make'
import { sortKey } from '../names/numbers'
import { migrations } from './migrations/index'

test('middle volumes of an older library are sorted in reading order', () => {
  const db = testDatabase()
  makeSeries(db)
  const numbers = ['上', '中', '下', '中巻', '前編', '中編', '下篇', '7', 'Pilot']
  makeIssues(db, 'harbor', numbers)
  db.write((tx) => tx.run(`update issues set sort_key = 'w' || number where number not in ('7', 'Pilot')`))
  db.write((tx) => {
    for (const statement of migrations.find(({ name }) => name.startsWith('0037'))!.sql.split(';\n'))
      if (statement.trim() !== '') tx.run(statement)
  })
  const rows = db.read.all<{ number: string; sort_key: string }>('select number, sort_key from issues')
  for (const { number, sort_key } of rows) expect(sort_key, number).toBe(sortKey(number))
  db.close()
})
