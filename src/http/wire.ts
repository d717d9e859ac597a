import { FormatRegistry } from '@sinclair/typebox'
import { type TSchema, t } from 'elysia'

/** Pieces of schemas that several features speak. */

/** Opaque: ComicVine's are numbers, MangaDex's hold dashes, chapters hold dots. */
export const Id = t.String({ minLength: 1, maxLength: 255 })
export const Done = t.Object({ success: t.Literal(true) })
export const done = { success: true } as const

/** One of these. Not t.UnionEnum, which takes its first word for a default where a request says nothing. */
export const Word = <const T extends readonly string[]>(words: T) =>
  t.Unsafe<T[number]>(t.Union(words.map((word) => t.Literal(word))))

/** What opens an address without a login; the gate reads it. */
export const Signature = t.Optional(t.String({ maxLength: 100 }))

const YES = /^(?:true|1|yes|on)$/i
const NO = /^(?:false|0|no|off)$/i
FormatRegistry.Set('switch', (text) => YES.test(text) || NO.test(text))

/** A switch in a query, as tools write it: true and false, 1 and 0, yes and no, on and off. */
export const QueryFlag = t
  .Transform(t.Union([t.Boolean(), t.String({ format: 'switch' })]))
  .Decode((given) => given === true || YES.test(String(given)))
  .Encode((given) => given)

export const ComicParams = t.Object({ comic_id: Id })
export const IssueParams = t.Object({ issue_id: Id })

/** A reply of thousands of rows. The compiler has checked them; to check them again at every request costs more than to read them. */
export const Trusted = <S extends TSchema>(_schema: S) => t.Unsafe<S['static']>(t.Any())
