import { t } from 'elysia'
import { Id } from '../http/wire'
import { contentTypes, issueKinds, units } from '../series/states'
import { Result, Word } from './schema'

/** What a person may correct before a confirm. All of it is ours. */

const Name = t.String({ minLength: 1, maxLength: 300, pattern: '\\S' })

export const GroupChange = t.Object({
  name: t.Optional(Name),
  year: t.Optional(t.Nullable(t.Integer({ minimum: 1800, maximum: 2200 }))),
  content_type: t.Optional(Word(contentTypes)),
  /** A series of the library that the files belong to; null: none, they become a new one. */
  comic_id: t.Optional(t.Nullable(Id)),
})
export type GroupChange = typeof GroupChange.static

export const FileChange = t.Object({
  number: t.Optional(t.String({ maxLength: 100 })),
  kind: t.Optional(Word(issueKinds)),
  unit: t.Optional(Word(units)),
  /** Moves it to another proposal of the scan. */
  group_id: t.Optional(Id),
  /** Moves it to a proposal that is made for it; files with the same name here come into the same one. */
  new_group: t.Optional(Name),
})
export type FileChange = typeof FileChange.static

/** By the path from the library folder, or the whole path. */
export const FileChanges = t.Record(t.String({ maxLength: 4096 }), FileChange)

export const Merge = t.Object({ into: Id, group_ids: t.Array(Id, { minItems: 1, maxItems: 1000 }) })

/** The proposals that the change touched and that are still there. */
export const Reviewed = t.Object({ success: t.Literal(true), groups: t.Array(Result) })
export const Undoing = t.Object({ operation_id: Id })
export const Undone = t.Object({
  success: t.Literal(true),
  /** Rows of the library; no file was touched. */
  removed: t.Object({ series: t.Integer(), issues: t.Integer(), files: t.Integer() }),
})

export type Reviewed = typeof Reviewed.static
