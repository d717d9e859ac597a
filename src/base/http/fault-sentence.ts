/** A fault that the schema checker found in one value of a request. */
interface Fault {
  /** `/groups/0/name`; empty for the whole body. */
  path: string
  schema?: unknown
  value?: unknown
}

interface Schema {
  type?: string
  const?: unknown
  anyOf?: Schema[]
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/** A sentence about the value `name`; the checker's own message is for developers. */
export function faultSentence({ path, schema, value }: Fault, name = nameOf(path)): string {
  const subject = name === '' ? 'The body' : name
  return value === undefined ? `${subject} is missing.` : `${subject} ${predicate((schema ?? {}) as Schema, value)}.`
}

const nameOf = (path: string): string => path.replace(/^\//, '').replaceAll('/', '.')

function predicate(schema: Schema, value: unknown): string {
  const { minLength = 0, maxLength, minItems = 0, maxItems } = schema
  if (schema.type === 'string' && typeof value === 'string') {
    if (value.length < minLength)
      return value === '' ? 'must not be empty' : `must have at least ${minLength} characters`
    if (maxLength !== undefined && value.length > maxLength) return `must have at most ${maxLength} characters`
    return 'has a form that is not accepted here'
  }
  if (schema.type === 'array' && Array.isArray(value)) {
    if (value.length < minItems)
      return value.length === 0 ? 'must not be empty' : `must have at least ${minItems} entries`
    if (maxItems !== undefined && value.length > maxItems) return `must have at most ${maxItems} entries`
  }
  return `must be ${kindOf(schema)}`
}

/** JSON types for sentences. */
const KINDS: Record<string, string> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  null: 'null',
}

function kindOf(schema: Schema): string {
  const { anyOf, type = '' } = schema
  if (anyOf) return choice(anyOf)
  if (schema.const !== undefined) return String(schema.const)
  if (type === 'integer') return `a whole number${rangeOf(schema)}`
  return type === 'number' ? `a number${rangeOf(schema)}` : (KINDS[type] ?? 'of another form')
}

function rangeOf({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

/**
 * Numbers and switches are accepted as text as well, which the schema expresses as a union of its own; the sentence
 * shows only the other half.
 */
function choice(all: Schema[]): string {
  const typed =
    all.find(({ type }) => type === 'integer' || type === 'number') ?? all.find(({ type }) => type === 'boolean')
  if (typed && all.length === 2 && all.some(({ type }) => type === 'string'))
    return kindOf({ ...typed, anyOf: undefined })
  const words = all.flatMap((each) => (each.const === undefined ? [] : [String(each.const)]))
  if (words.length > 0) return `one of ${words.join(', ')}`
  return [...new Set(all.map(kindOf))].join(' or ')
}
