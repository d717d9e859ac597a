import { FormatRegistry } from '@sinclair/typebox'
import { type TSchema, t } from 'elysia'
import { isDay, isPrintedDay } from '../platform/clock'

/** Parts of schemas that several features use. */

/** Opaque ids: ComicVine's are numbers, MangaDex's contain dashes, those of chapters contain dots. */
export const Id = t.String({ minLength: 1, maxLength: 255 })
export const SuccessReply = t.Object({ success: t.Literal(true) })

/** One of `words`. Not t.UnionEnum: it uses its first value as the default when a request names none. */
export const OneOf = <const T extends readonly string[]>(words: T) =>
  t.Unsafe<T[number]>(t.Union(words.map((word) => t.Literal(word))))

/** The signature of an address that opens without a login; the gate checks it. */
export const Signature = t.Optional(t.String({ maxLength: 100 }))

const YES = /^(?:true|1|yes|on)$/i
const NO = /^(?:false|0|no|off)$/i
FormatRegistry.Set('switch', (text) => YES.test(text) || NO.test(text))

FormatRegistry.Set('calendar day', isDay)
/** A day such as `2026-11-18`. */
export const Day = t.String({ format: 'calendar day' })

FormatRegistry.Set('printed day', isPrintedDay)
/** A day, a month or a year such as `2026-11`. */
export const PrintedDay = t.String({ format: 'printed day' })

/** A switch in a query, as tools write it: true and false, 1 and 0, yes and no, on and off. */
export const QueryFlag = t
  .Transform(t.Union([t.Boolean(), t.String({ format: 'switch' })]))
  .Decode((input) => input === true || YES.test(String(input)))
  .Encode((value) => value)

export const ComicParams = t.Object({ comic_id: Id })
export const IssueParams = t.Object({ issue_id: Id })

/**
 * A reply of thousands of rows. The compiler has checked its type; validating every row again costs more than reading
 * it. The published document shows the schema.
 */
export const UncheckedReply = <S extends TSchema>(published: S) => t.Unsafe<S['static']>(t.Any({ published }))

/** A picture, a file, a feed or a stream of these media types. `ranges`: a range request gets 206. */
export const RawReply = (media: readonly string[], { ranges = false } = {}) =>
  t.Unsafe<Response>(t.Any({ media, ranges }))
