import { integer, text } from 'drizzle-orm/sqlite-core'

/** An opaque identifier. Ids come from providers too, so they may hold dots and dashes and are never parsed. */
export const id = () => text()
/** UTC, ISO 8601 with milliseconds; sorts as text. */
export const instant = () => text()
/** A calendar day or part of one as printed: `2015-05-06`, `2015-05`, `2015`. */
export const day = () => text()
/** A size in bytes. */
export const bytes = () => integer()
/** true or false, kept as 1 or 0. */
export const flag = () => integer({ mode: 'boolean' })
/** JSON text; what reads it checks its shape. */
export const json = <T>() => text({ mode: 'json' }).$type<T>()
