import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { RawCall } from './call-assembler'
import type { ToolCall, ToolDefinition } from './messages'

type Checked<T> = { ok: T } | { problem: string }

const MOST_PROBLEMS = 3
const FENCE = '```'

/** The value of a JSON reply, checked; a fence or words around the JSON are removed first. */
export function readJson(text: string, schema: TSchema): Checked<unknown> {
  const inside = fenced(text) ?? text
  for (const candidate of [inside.trim(), between(inside, '{', '}'), between(inside, '[', ']')]) {
    const json = parsed(candidate)
    if (json !== undefined) return fit(schema, json)
  }
  return { problem: 'It was no JSON.' }
}

/** Calls with valid arguments; the first invalid call is returned as the problem. */
export function readCalls(calls: readonly RawCall[], tools: readonly ToolDefinition[]): Checked<ToolCall[]> {
  const read: ToolCall[] = []
  for (const { id, name, arguments: text } of calls) {
    const tool = tools.find((each) => each.name === name)
    if (!tool)
      return { problem: `There is no tool ${name.slice(0, 60)}. Tools: ${tools.map((each) => each.name).join(', ')}.` }
    // Models send nothing, null or an empty object to a tool without arguments.
    const json = text.trim() === '' ? {} : parsed(text)
    const checked = json === undefined ? { problem: 'The arguments were no JSON.' } : argumentsOf(tool, json ?? {})
    if ('problem' in checked) return { problem: `${name}: ${checked.problem}` }
    read.push({ id, name, arguments: checked.ok })
  }
  return { ok: read }
}

const argumentsOf = ({ parameters, checksArguments }: ToolDefinition, json: unknown): Checked<unknown> =>
  checksArguments ? { ok: json } : fit(parameters, json)

/** Small models write numbers as text: values that can be converted without loss are. */
function fit(schema: TSchema, json: unknown): Checked<unknown> {
  const value: unknown = Value.Convert(schema, json)
  if (Value.Check(schema, value)) return { ok: value }
  const problems = [...Value.Errors(schema, value)].slice(0, MOST_PROBLEMS)
  const said = problems.map(({ instancePath, message }) => `${instancePath || 'It'} ${message}`.slice(0, 200))
  return { problem: said.join('; ') || 'It does not fit the schema.' }
}

/** The content of the first fence, without the word after its mark. */
function fenced(text: string): string | undefined {
  const from = text.indexOf(FENCE)
  const to = from < 0 ? -1 : text.indexOf(FENCE, from + FENCE.length)
  return to < 0 ? undefined : text.slice(from + FENCE.length, to).replace(/^json/i, '')
}

function between(text: string, from: string, to: string): string {
  const [start, end] = [text.indexOf(from), text.lastIndexOf(to)]
  return start >= 0 && end > start ? text.slice(start, end + 1) : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
