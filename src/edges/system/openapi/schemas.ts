/** JSON Schema, in routes and in the published document. */
export type Schema = { [word: string]: unknown }

/**
 * A route's schema without the parts that only the validator needs: numbers that may arrive as text become numbers,
 * unions of words an `enum`, and null a type.
 */
export function publishedSchema(schema: unknown): Schema {
  const plain = JSON.parse(JSON.stringify(schema ?? {})) as Schema
  return simpler(plain) as Schema
}

function simpler(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simpler)
  if (value === null || typeof value !== 'object') return value
  const { nullable: _nullable, ...schema } = Object.fromEntries(
    Object.entries(value).map(([word, each]) => [word, simpler(each)]),
  ) as Schema
  const any = schema.anyOf
  return Array.isArray(any) ? union(schema, any as Schema[]) : schema
}

function union({ anyOf: _any, ...rest }: Schema, any: Schema[]): Schema {
  const typed = any.find((each) => !isTyped(each))
  const text = any.find(isTyped)
  // Parameters arrive as text: `anyOf` has the text and the type, and the document shows the type. The text's
  // `default` comes from the framework, not from the route.
  if (any.length === 2 && text && typed) return { ...typed, ...rest }
  const words = any.filter(
    (each) => 'const' in each && Object.keys(each).every((word) => ['const', 'type'].includes(word)),
  )
  const others = any.filter((each) => !words.includes(each))
  const types = new Set(words.map(({ type }) => type))
  const listed =
    words.length > 1 && types.size === 1 ? [{ type: [...types][0], enum: words.map((each) => each.const) }] : words
  const all = [...listed, ...others]
  const only = all[0]
  return all.length === 1 && only ? { ...only, ...rest } : { ...rest, anyOf: all }
}

/** A number or a boolean as text. */
const isTyped = ({ type, format }: Schema) =>
  type === 'string' &&
  ['integer', 'numeric', 'boolean', 'switch', 'ObjectString', 'ArrayString'].includes(String(format))
