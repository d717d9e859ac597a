import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Refusal } from '../../../base/refusal'

/** Arguments from a model: "10" is read as 10 and null as absent; unknown arguments are refused. */

/** The most rows of a list that a model may request. */
export const MOST_LISTED = 100

export const LimitArgument = (usual: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED, description: `${usual} by default` }))

export const NameArgument = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })
export const IdArgument = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 255, ...(description ? { description } : {}) })
export const YearArgument = (description: string) => Type.Integer({ minimum: 1800, maximum: 2200, description })
export const OneOfWords = <const T extends string[]>(words: [...T], description?: string) =>
  Type.Enum(words, { type: 'string', ...(description ? { description } : {}) })

/** Parameters of a tool; others are refused. */
export const ToolParameters = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const CHECKS = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'additionalProperties'])

/**
 * The schema for a model. Parts that only `readToolArguments` needs are left out: small local models have a context
 * of 4,096 tokens, and the tools are part of every request.
 */
export function shortSchema(parameters: TObject): TObject {
  return JSON.parse(JSON.stringify(parameters, (key, value) => (CHECKS.has(key) ? undefined : value)))
}

/** Throws Refusal 'invalid' with a sentence that tells the model what to send instead. */
export function readToolArguments<P extends TObject>(tool: string, parameters: P, given: unknown): Static<P> {
  const known = Object.keys(parameters.properties)
  const named = objectIn(given)
  if (named === undefined) throw new Refusal('invalid', `${tool} needs its parameters as one JSON object.`)
  const unknown = Object.keys(named).find((key) => !known.includes(key))
  if (unknown !== undefined)
    throw new Refusal('invalid', `${tool} has no parameter ${unknown.slice(0, 60)}. ${listOf(known)}`)
  const values = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== null && value !== ''))
  const converted = withinLimit(Value.Convert(parameters, inKnownWords(parameters, values)))
  if (Value.Check(parameters, converted)) return converted
  throw new Refusal('invalid', `${tool}: ${faultIn(parameters, converted)}`)
}

const listOf = (known: string[]) => (known.length === 0 ? 'It has none.' : `It has: ${known.join(', ')}.`)

/** Some models send the object as text, or send nothing for an empty one. */
function objectIn(given: unknown): Record<string, unknown> | undefined {
  if (given === undefined || given === null || given === '') return {}
  const value = typeof given === 'string' ? parsed(given) : given
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not an object, so it is refused
  }
}

/** Reads "wanted" as Wanted. */
function inKnownWords(parameters: TObject, values: Record<string, unknown>): Record<string, unknown> {
  const known = (key: string, value: unknown) => {
    const { enum: words } = parameters.properties[key] as { enum?: string[] }
    return words?.find((word) => word.toLowerCase() === String(value).trim().toLowerCase()) ?? value
  }
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, known(key, value)]))
}

/** Reduces a limit that is too high to the maximum. */
function withinLimit(values: unknown): unknown {
  const { limit } = values as { limit?: unknown }
  return typeof limit === 'number' && limit > MOST_LISTED ? { ...(values as object), limit: MOST_LISTED } : values
}

function faultIn(parameters: TObject, values: unknown): string {
  const [error] = Value.Errors(parameters, values)
  if (!error) return 'the parameters do not fit.'
  const name = error.instancePath.split('/')[1]
  if (error.keyword === 'required')
    return `${(error.params as { requiredProperties: string[] }).requiredProperties.join(' and ')} is required.`
  if (error.keyword === 'enum')
    return `${name} must be one of ${(error.params as { allowedValues: string[] }).allowedValues.join(', ')}.`
  return `${name} ${error.message}.`
}
