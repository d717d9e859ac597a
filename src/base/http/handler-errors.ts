import { Elysia, ValidationError } from 'elysia'
import type { Log, Random } from '../platform/ports'
import { Refusal } from '../refusal'
import { faultReply, notFound, refusalReply, reply } from './errors'
import { faultSentence } from './fault-sentence'
import { refusalFormOf } from './older-refusals'

/** Turns an error of a handler into `{ detail }` with its status, in the form of its route. Registered first, on the root. */
export const errors = (deps: { random: Random; log: Log }) =>
  new Elysia({ name: 'errors' }).onError({ as: 'global' }, ({ error, code, request, body, params, route }) => {
    const form = refusalFormOf(`${request.method} ${route}`)
    const badBody = (sentence: string) => reply(400, form(400, sentence))
    if (error instanceof Refusal) return refusalReply(error, form)
    if (code === 'NOT_FOUND') return notFound(new URL(request.url).pathname)
    if (code === 'PARSE' && error.cause instanceof Refusal) return refusalReply(error.cause, form)
    if (code === 'PARSE') return badBody('The body is not valid JSON.')
    if (code === 'INVALID_FILE_TYPE') return badBody('The body holds a file of the wrong type.')
    if (error instanceof ValidationError && error.type !== 'response') {
      const { status, detail } = badInput(error, { request, body, params })
      return reply(status, form(status, detail))
    }
    if (isUnprintable(error)) return badBody('The body holds an object where a text or a number belongs.')
    return faultReply(deps, request, error, form)
  })

/**
 * JSON can contain `{"toString": 1, "valueOf": 1}`, which cannot be turned into text: the library throws while it
 * describes the fault, before a ValidationError exists. The message is the engine's.
 */
const isUnprintable = (error: unknown) => error instanceof TypeError && error.message === 'No default value'

/**
 * A bad query gets 422, a bad body or path 400. Numbers sent as text are converted before they are checked; a failed
 * conversion has the type 'property', without its name or place.
 */
function badInput(error: ValidationError, { request, body, params }: RequestParts): { status: number; detail: string } {
  const fault = error.all.find((each) => 'path' in each)
  const sentence = (name?: string) =>
    fault ? faultSentence(fault, name) : 'The request has a form that is not accepted here.'
  if (error.type !== 'property') return { status: error.type === 'query' ? 422 : 400, detail: sentence() }
  const isFaulty = ([, value]: [string, unknown]) => value === error.value || Number(value) === error.value
  const fromQuery = [...new URL(request.url).searchParams].find(isFaulty)
  const fromFields = [params, body].flatMap((fields) => Object.entries(fields ?? {})).find(isFaulty)
  const [name] = fromQuery ?? fromFields ?? []
  return { status: fromQuery ? 422 : 400, detail: sentence(name) }
}

/** The request as far as it was read. */
interface RequestParts {
  request: Request
  body: unknown
  params: unknown
}
