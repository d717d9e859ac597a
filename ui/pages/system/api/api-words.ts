import type { Reply } from '../../../api/contract'

/** The part of the OpenAPI document that the page shows. */
export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
}
type Parameter = { name?: string; in?: string; required?: boolean; schema?: Schema }
type Body = { content?: Record<string, { schema?: Schema }> }
export type ApiOperation = {
  operationId: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
  security: Record<string, unknown>[]
}
export type ApiRoute = { method: string; path: string; tag: string; operation: ApiOperation }

/** Parts whose tag is not a word of the pages. */
const PARTS: Record<string, string> = {
  ai: 'assistant',
  opds: 'OPDS',
  readlist: 'reading list',
  storyarcs: 'story arcs',
}

/** All routes by their part of Panelkeep, sorted by name. */
export function endpointsOf(document: Reply<'GET /api/openapi.json'>): [tag: string, endpoints: ApiRoute[]][] {
  const paths = (document.paths ?? {}) as Record<string, Record<string, ApiOperation>>
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      operation,
      method: method.toUpperCase(),
      tag: partOf(operation.tags?.[0] ?? (path.startsWith('/opds') ? 'catalog' : 'other')),
    })),
  )
  return [...Map.groupBy(all, ({ tag }) => tag)].sort(([a], [b]) => (a < b ? -1 : 1))
}

const partOf = (tag: string): string => PARTS[tag] ?? tag

/** Whether a route contains every word of the search, in any order. */
export function matchesSearch({ method, path, tag }: ApiRoute, words: string): boolean {
  const text = `${method} ${path} ${tag}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** A schema as a type: `{ name: string, size?: integer }`. */
export function shape(schema: Schema | undefined, depth = 0): string {
  if (!schema || Object.keys(schema).length === 0) return 'anything'
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map((each) => shape(each, depth)).join(' | ')
  if (schema.type === 'array') return `${grouped(shape(schema.items, depth))}[]`
  if (schema.type !== 'object') return schema.type ?? 'anything'
  const rest = Object.values(schema.patternProperties ?? {})[0]
  if (!schema.properties) return rest ? `{ [name]: ${shape(rest, depth)} }` : '{ … }'
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(schema.properties).map(([name, each]) => {
    const needed = schema.required?.includes(name) ? '' : '?'
    return `${indent}${name}${needed}: ${shape(each, depth + 1)}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

const grouped = (text: string) => (text.includes(' | ') ? `(${text})` : text)

/** `integer, 1 to 100, otherwise 50`: a parameter in words. */
export function limits({ schema = {}, required }: Parameter): string {
  const { minimum, maximum, maxLength } = schema
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined
  const length = maxLength === undefined ? undefined : `at most ${maxLength} letters`
  const otherwise = schema.default === undefined ? undefined : `otherwise ${JSON.stringify(schema.default)}`
  return [shape(schema), range, length, required ? 'needed' : otherwise].filter(Boolean).join(', ')
}

/** The access that a route requires. */
export function accessWords({ security }: ApiOperation): string {
  const names = security.flatMap((each) => Object.keys(each))
  const words: Record<string, string> = { cookie: 'a session', key: 'the API key', basic: 'the login of the catalog' }
  return names.length === 0 ? 'anybody' : names.map((name) => words[name] ?? name).join(' or ')
}
