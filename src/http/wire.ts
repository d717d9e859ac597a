import { t } from 'elysia'

/** Pieces of schemas that several features speak. */

/** Opaque: ComicVine's are numbers, MangaDex's hold dashes, chapters hold dots. */
export const Id = t.String({ minLength: 1, maxLength: 255 })
export const Done = t.Object({ success: t.Literal(true) })
export const done = { success: true } as const

export const ComicParams = t.Object({ comic_id: Id })
export const IssueParams = t.Object({ issue_id: Id })
