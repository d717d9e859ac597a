import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readName } from './names.ts'
import { sameNumber } from './numbers.ts'

const CASES = join(import.meta.dir, '../../../shared/data/names/cases.jsonl')
const FIELDS = ['series', 'issue', 'issue_end', 'volume', 'volume_end', 'year'] as const
const ENOUGH = 0.97

type Stated = { [field in (typeof FIELDS)[number]]: string | null }
type Case = Stated & { name: string; kind: 'comic' | 'manga'; any_of: Partial<Stated>[] }

const key = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

function isExact(stated: Stated, read: Record<(typeof FIELDS)[number], string>): boolean {
  return FIELDS.every((field) => {
    const wanted = stated[field]
    if (wanted === null) return true
    return field === 'series' ? key(wanted) === key(read.series) : sameNumber(wanted, read[field])
  })
}

if (existsSync(CASES)) {
  test('97 of 100 labelled names are read exactly', () => {
    const cases = readFileSync(CASES, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case)
    const misses = cases.filter((row) => {
      const read = readName(row.name, { kind: row.kind, year: 2026 })
      return ![row, ...row.any_of.map((other) => ({ ...row, ...other }))].some((stated) => isExact(stated, read))
    })
    if (misses.length > 0)
      console.log(
        `${misses.length} of ${cases.length} read otherwise:\n${misses.map((row) => `  ${row.name}`).join('\n')}`,
      )
    expect(1 - misses.length / cases.length).toBeGreaterThanOrEqual(ENOUGH)
  })
} else {
  test.skip(`the labelled names are not here: ${CASES}`, () => {})
}
