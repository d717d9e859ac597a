import type { Static, TObject, TSchema } from 'typebox'
import { readToolArguments, shortSchema } from './arguments'
import { lineForModel } from './untrusted'

/** Queries that a model may run: fixed, typed and read-only. */

export type Cell = string | number | boolean | null

/** A row with the field names that existing tools read; `ComicID`, `IssueID` and the like identify its page. */
export type ToolRow = Record<string, Cell>

export interface ToolResult {
  rows: ToolRow[]
  /** The number of all matches; `rows` are the first of them. */
  total: number
  /** A sentence: which matches the rows leave out, or why there are none. */
  note?: string
}

export interface LibraryTool {
  /** Also the `pattern_id` in replies. */
  name: string
  description: string
  parameters: TSchema
  /** `run` validates the arguments, so the model client passes on any JSON. */
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

/** Maximum number of rows in one result, and of their bytes as JSON. */
export const MOST_ROWS = 100
const MOST_BYTES = 20_000

/** A tool with validated arguments and bounded rows. */
export function libraryTool<P extends TObject>({ run, ...definition }: Definition<P>): LibraryTool {
  const { name, parameters } = definition
  return {
    ...definition,
    parameters: shortSchema(parameters),
    checksArguments: true,
    run: (args) => bounded(run(readToolArguments(name, parameters, args))),
  }
}

/** The rows that fit, and their total. */
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

/** The result for a model: JSON with cleaned and cut texts, without empty cells. */
export function resultForModel({ rows, total, note }: ToolResult): string {
  const cleaned = rows.map((row) => Object.fromEntries(Object.entries(row).flatMap(cellForModel)))
  return JSON.stringify({ rows: cleaned, total, ...(note === undefined ? {} : { note: lineForModel(note, 500) }) })
}

function cellForModel([name, cell]: [string, Cell]): [string, Cell][] {
  if (cell === null || cell === '') return []
  return [[name, typeof cell === 'string' ? lineForModel(cell) : cell]]
}
