import type { Static, TObject, TSchema } from 'typebox'
import { readToolArguments, shortSchema } from './arguments'
import { lineForModel } from './untrusted'

/** Queries that a model may run: fixed, typed, and they change nothing. */

export type Cell = string | number | boolean | null

/** A row under the field names that existing tools read; `ComicID`, `IssueID` and the like name its page. */
export type ToolRow = Record<string, Cell>

export interface ToolResult {
  rows: ToolRow[]
  /** All that fit, of which `rows` are the first. */
  total: number
  /** A sentence: what the rows leave out, or why there are none. */
  note?: string
}

export interface LibraryTool {
  /** Also the `pattern_id` of the wire. */
  name: string
  description: string
  parameters: TSchema
  /** `run` reads them, so the access to the model passes on whatever JSON they are. */
  checksArguments: true
  /** Throws Refusal 'invalid' with a sentence for the model. */
  run(args: unknown): ToolResult
}

interface Definition<P extends TObject> {
  name: string
  description: string
  parameters: P
  run(args: Static<P>): ToolResult
}

/** Rows of one result, and bytes of them as JSON. */
export const MOST_ROWS = 100
const MOST_BYTES = 20_000

/** A tool whose arguments are checked and whose rows are bounded. */
export function libraryTool<P extends TObject>({ run, ...definition }: Definition<P>): LibraryTool {
  const { name, parameters } = definition
  return {
    ...definition,
    parameters: shortSchema(parameters),
    checksArguments: true,
    run: (args) => bounded(run(readToolArguments(name, parameters, args))),
  }
}

/** As many of the rows as fit, and how many there are. */
function bounded({ rows, total, note }: ToolResult): ToolResult {
  const kept: ToolRow[] = []
  let bytes = 0
  for (const row of rows.slice(0, MOST_ROWS)) {
    bytes += Buffer.byteLength(JSON.stringify(row))
    if (bytes > MOST_BYTES) break
    kept.push(row)
  }
  const all = Math.max(total, rows.length)
  const notes = [kept.length < all ? `The first ${kept.length} of ${all}.` : undefined, note].filter(Boolean)
  return { rows: kept, total: all, ...(notes.length > 0 ? { note: notes.join(' ') } : {}) }
}

/** The result as a model reads it: JSON, each text of it cleaned and cut, without empty cells. */
export function resultForModel({ rows, total, note }: ToolResult): string {
  const cleaned = rows.map((row) => Object.fromEntries(Object.entries(row).flatMap(cellForModel)))
  return JSON.stringify({ rows: cleaned, total, ...(note === undefined ? {} : { note: lineForModel(note, 500) }) })
}

function cellForModel([name, cell]: [string, Cell]): [string, Cell][] {
  if (cell === null || cell === '') return []
  return [[name, typeof cell === 'string' ? lineForModel(cell) : cell]]
}
