import { Type } from 'typebox'
import { matchKey } from '../../../base/names/titles'
import type { ReadHandle } from '../../../base/storage/database'
import {
  countByYear,
  countedSeries,
  type NameScope,
  newestIssues,
  rolesInIssues,
} from '../../../library/credits/issues-store'
import { findName, findRole, searchNames, spellingsOf, sumsOf } from '../../../library/credits/names-store'
import { ANY_ROLE, type NameKind, nameKinds, roleOf } from '../../../library/credits/states'
import { LimitArgument, NameArgument, OneOfWords, ToolParameters } from './arguments'
import { issueToolRow, type ReadDeps, todayOf } from './issue-row'
import { listedIssues } from './issue-store'
import { type LibraryTool, libraryTool, type ToolResult } from './tool'

/** People, characters, publishers, genres and the other names of the library. */

const Kind = OneOfWords([...nameKinds])
/** A turn of the event loop has time for so many. */
const MOST_ISSUES = 3000

export const nameTools = (deps: ReadDeps): LibraryTool[] => [
  libraryTool({
    name: 'find_names',
    description: 'Finds people, characters, publishers, genres, story arcs and other names in the library.',
    parameters: ToolParameters({
      name: NameArgument('A part of the name'),
      limit: LimitArgument(20),
    }),
    run({ name, limit = 20 }) {
      const found = searchNames(deps.db.read, matchKey(name), limit)
      const total = [...new Map(found.map((each) => [each.kind, each.total])).values()].reduce((sum, n) => sum + n, 0)
      const rows = found.slice(0, limit).map((each) => {
        const { series, issues } = sumsOf(deps.db.read, each.name_id)
        return { Kind: each.kind, Name: each.name, Series: series, Issues: issues }
      })
      return { rows, total }
    },
  }),
  libraryTool({
    name: 'issues_of_name',
    description: 'Lists the issues of such a name, newest first.',
    parameters: ToolParameters({
      kind: Kind,
      name: NameArgument('The whole name'),
      role: Type.Optional(NameArgument('Writer, Penciller, Inker, Colorist …')),
      part: Type.Optional(OneOfWords(['all', 'missing', 'unread'])),
      limit: LimitArgument(30),
    }),
    run: ({ kind, name, role, part = 'all', limit = 30 }) => {
      const scope = scopeOf(deps.db.read, kind, name, role)
      return scope === undefined ? notFound(deps.db.read, kind, name) : issuesOf(deps, scope, part, limit)
    },
  }),
]

function scopeOf(db: ReadHandle, kind: NameKind, name: string, role: string | undefined): NameScope | undefined {
  const found = findName(db, kind, matchKey(name))
  if (!found) return undefined
  const { name_id } = found
  const role_id = role === undefined ? ANY_ROLE : (findRole(db, roleOf(role) ?? role) ?? -1)
  return { name_id, name_ids: [name_id, ...spellingsOf(db, name_id).map((each) => each.name_id)], role_id }
}

function notFound(db: ReadHandle, kind: NameKind, name: string): ToolResult {
  const like = searchNames(db, matchKey(name), 5).map((each) => `${each.name} (${each.kind})`)
  const others = like.length === 0 ? '' : ` Similar names: ${like.join(', ')}.`
  return { rows: [], total: 0, note: `The library has no ${kind} named ${name}.${others}` }
}

function issuesOf(deps: ReadDeps, scope: NameScope, which: 'all' | 'missing' | 'unread', limit: number): ToolResult {
  const db = deps.db.read
  const today = todayOf(deps)
  const all = countedSeries(db, scope)
  const read: number[] = []
  let left = MOST_ISSUES
  for (const { series_id, issues } of all) {
    if (read.length > 0 && issues > left) break
    read.push(series_id)
    left -= issues
  }
  const ids = newestIssues(db, scope, read, { which, today }, limit).map(({ issue_id }) => issue_id)
  const roles = Map.groupBy(rolesInIssues(db, scope, ids), ({ issue_id }) => issue_id)
  const rows = listedIssues(db, ids).map((issue) => ({
    ...issueToolRow(issue, today),
    Roles: roles.get(issue.issue_id)?.map(({ role }) => role).join(', ') ?? null, // biome-ignore format: one cell
  }))
  const counts = countByYear(db, scope, read, today)
  const total = counts.reduce((sum, row) => sum + (which === 'all' ? row.issues : row[which]), 0)
  const note =
    read.length < all.length ? `Of the ${read.length} series with most of its issues, of ${all.length}.` : undefined
  return { rows, total, ...(note === undefined ? {} : { note }) }
}
