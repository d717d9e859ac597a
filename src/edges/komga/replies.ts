import { faultReply } from '../../base/http/errors'
import { springForm, springRefusal } from '../../base/http/spring-refusals'
import { md5 } from '../../base/platform/digest'
import type { Clock, Log, Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { isUnchanged } from '../../library/reading/conditional'
import { AppQuery } from './query'

/** What a route of an app gets. */
export interface AppRequest {
  request: Request
  params: Readonly<Record<string, string>>
  query: AppQuery
  /** The JSON of the body. Throws Refusal 'invalid' for anything else. */
  body(): Promise<unknown>
}

/** A response, or what becomes its JSON; undefined for an empty reply. */
export type AppReply = unknown

export interface AppRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  answer(request: AppRequest): AppReply | Promise<AppReply>
}

export const route = (method: AppRoute['method'], path: string, answer: AppRoute['answer']): AppRoute => ({
  method,
  path: `/komga${path}`,
  answer,
})

interface Deps {
  clock: Clock
  random: Random
  log: Log
}

export const PRIVATE = 'max-age=0, must-revalidate, private'

/** Runs a route and writes its reply, also of a refusal or a fault, in the form that the apps read. */
export async function answered(
  { request, params, text }: Omit<AppRequest, 'query' | 'body'> & { text: () => Promise<string> },
  answer: AppRoute['answer'],
  deps: Deps,
): Promise<Response> {
  const query = new AppQuery(new URL(request.url).searchParams)
  try {
    // Undefined for what is not well encoded.
    if (Object.values(params).some((each) => typeof each !== 'string'))
      throw new Refusal('missing', 'There is nothing at this address.')
    const reply = await answer({ request, params, query, body: async () => jsonOf(await text()) })
    return reply instanceof Response ? reply : jsonReply(request, reply)
  } catch (error) {
    const at = deps.clock.now()
    if (error instanceof Refusal) return springRefusal(request, error, at)
    return faultReply(deps, request, error, springForm(new URL(request.url).pathname, at))
  }
}

function jsonReply(request: Request, reply: unknown): Response {
  if (reply === undefined) return new Response(null, { status: 204 })
  const text = JSON.stringify(reply)
  if (request.method !== 'GET') return new Response(text, { headers: { 'Content-Type': 'application/json' } })
  const etag = `"0${md5(text)}"`
  const headers = { ETag: etag, 'Cache-Control': PRIVATE }
  if (isUnchanged(request, { etags: [etag] })) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'Content-Type': 'application/json' } })
}

function jsonOf(text: string): unknown {
  try {
    return text.trim() === '' ? {} : (JSON.parse(text) as unknown)
  } catch {
    throw new Refusal('invalid', 'The body is not valid JSON.')
  }
}

/** Throws Refusal 'invalid' for a body that is no object. */
export function fieldsOf(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw new Refusal('invalid', 'The body has to be a JSON object.')
}
