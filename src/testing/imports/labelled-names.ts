import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sameNumber } from '../../base/names/numbers'
import { readName } from '../../base/names/read-name'

/** File names with their expected fields, kept outside the repository. `null` expects nothing. */
export const LABELLED_NAMES = join(import.meta.dir, '../../../../shared/data/names/cases.jsonl')

const FIELDS = ['series', 'issue', 'issue_end', 'volume', 'volume_end', 'year'] as const

type Stated = { [field in (typeof FIELDS)[number]]: string | null }
export type LabelledName = Stated & {
  name: string
  kind: 'comic' | 'manga'
  annual: boolean | null
  any_of: Partial<Stated>[]
}

/** Undefined when the file is missing. */
export function labelledNames(): LabelledName[] | undefined {
  if (!existsSync(LABELLED_NAMES)) return undefined
  return readFileSync(LABELLED_NAMES, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledName)
}

/** Whether all six expected fields are right, or all of another valid reading. */
export function isReadExactly(row: LabelledName): boolean {
  const read = readName(row.name, { kind: row.kind, year: 2026 })
  return [row, ...row.any_of.map((other) => ({ ...row, ...other }))].some((stated) =>
    FIELDS.every((field) => {
      const wanted = stated[field]
      if (wanted === null) return true
      return field === 'series' ? letters(wanted) === letters(read.series) : sameNumber(wanted, read[field])
    }),
  )
}

function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
