import type { RawCall } from './call-assembler'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The calls that a text consists of: `{"pattern_id": …, "parameters": {…}}`, or with `name` and `arguments`, one or a
 * list. Undefined unless the whole text is calls of known tools: text that only resembles a call stays text.
 */
export function readTextCalls(text: string, isTool: (name: string) => boolean): Omit<RawCall, 'id'>[] | undefined {
  const json = parsed(text)
  const all = Array.isArray(json) ? json : [json]
  const calls = all.map((each) => callIn(each, isTool))
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined
}

function callIn(json: unknown, isTool: (name: string) => boolean): Omit<RawCall, 'id'> | undefined {
  if (!isObject(json)) return undefined
  const of = isObject(json.function) ? json.function : json
  const name = of.pattern_id ?? of.name ?? of.tool
  if (typeof name !== 'string' || !isTool(name)) return undefined
  const values = of.parameters ?? of.arguments ?? of.params ?? {}
  if (typeof values === 'string') return { name, arguments: values }
  return isObject(values) ? { name, arguments: JSON.stringify(values) } : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
