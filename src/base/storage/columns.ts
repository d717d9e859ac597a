import { customType, integer, text } from 'drizzle-orm/sqlite-core'
import { OWNER_ID } from '../platform/caller'
import { packText, unpackText } from '../platform/packed-text'

/** An opaque identifier. Some ids come from providers, so they may contain dots and dashes and are never parsed. */
export const id = () => text()
/** Whose row it is, in tables of what each user has alone. Rows of a library without users are the owner's. */
export const ofUser = () => id().notNull().default(OWNER_ID)
/** UTC, ISO 8601 with milliseconds; sorts as text. */
export const instant = () => text()
/** A calendar day or part of one as printed: `2015-05-06`, `2015-05`, `2015`. */
export const day = () => text()
/** A size in bytes. */
export const bytes = () => integer()
/** true or false, stored as 1 or 0. */
export const flag = () => integer({ mode: 'boolean' })
/** JSON text; the reading code checks its shape. */
export const json = <T>() => text({ mode: 'json' }).$type<T>()

const packed = customType<{ data: unknown; driverData: Uint8Array | string }>({
  dataType: () => 'text',
  toDriver: (value) => packText(JSON.stringify(value)),
  fromDriver: (stored) => JSON.parse(typeof stored === 'string' ? stored : unpackText(stored)),
})
/** Compressed JSON, for long texts that no statement looks into. Rows of older versions are plain JSON. */
export const packedJson = <T>() => packed().$type<T>()
