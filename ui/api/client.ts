import { withRoot } from '../root'
import { isReader } from '../state/user'
import type { Endpoint, EndpointArgs, Reply } from './contract'

/** The server's error. `status` is 0 when the server did not answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    readonly detail: string,
    /** The whole reply: `detail`, and fields such as `retry_after` or `results`. */
    readonly body: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(detail, options)
  }
}

type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
/** An endpoint with its input in the form of the API. */
export type SentRequest = { url: string; init: RequestInit & { method: string } }

const SAFE = ['GET', 'HEAD']
type RefusalListener = (error: ApiError, url: string) => void
const refused = new Set<RefusalListener>()

/** Calls `listener` with every refusal and its address, so that the session notices each 401. Returns a function that removes it. */
export function onRefusal(listener: RefusalListener): () => void {
  refused.add(listener)
  return () => refused.delete(listener)
}

/** Calls one endpoint by its name in the contract, such as `PUT /api/series/:comic_id/pause`. Throws ApiError. */
export function call<N extends Endpoint>(name: N, ...[input]: EndpointArgs<N>): Promise<Reply<N>> {
  return send(name, input as Parts) as Promise<Reply<N>>
}

/** `call` with an abort signal; used by `query.ts`. */
export async function send(name: string, input: Parts = {}, signal?: AbortSignal): Promise<unknown> {
  return bodyOf(await respond(request(name, input), signal))
}

/** The response to a request, as soon as its headers arrive. Throws ApiError when the server refuses or does not answer. */
export async function respond({ url, init }: SentRequest, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(url, { ...init, signal }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    const next = isReader() ? 'Try again in a moment.' : 'Check that it is still running on its machine.'
    throw new ApiError(0, `Panelkeep does not answer. ${next}`, {}, { cause })
  })
  if (response.ok) return response
  const error = refusalOf(response, await bodyOf(response))
  for (const listener of refused) listener(error, url)
  throw error
}

/** Fills `:name` and `*`, and adds the headers that the server requires on unsafe methods. */
export function request(name: string, { params = {}, query = {}, body }: Parts): SentRequest {
  const space = name.indexOf(' ')
  const method = name.slice(0, space)
  const path = name
    .slice(space + 1)
    .replace(/:(\w+)|\*/g, (whole, key: string | undefined) => filled(name, params[key ?? whole], key === undefined))
  const headers: Record<string, string> = { accept: 'application/json' }
  if (!SAFE.includes(method)) headers['x-requested-with'] = 'ServiceFrontend'
  if (body !== undefined) headers['content-type'] = 'application/json'
  const init = { method, headers, credentials: 'same-origin' as const, body: textOf(body) }
  return { url: withRoot(path + searchOf(query)), init }
}

function filled(name: string, value: unknown, rest: boolean): string {
  if (value === undefined || value === null || value === '')
    throw new Error(`${name} was called without its parameters.`)
  const text = String(value)
  return rest ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body)
}

function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
  }
  const text = search.toString()
  return text && `?${text}`
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (!response.ok) return undefined
    throw new ApiError(response.status, 'The answer could not be read. Reload the page and try again.', {}, { cause })
  }
}

function refusalOf(response: Response, body: unknown): ApiError {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const detail = [fields.detail, fields.error].find((text): text is string => typeof text === 'string' && text !== '')
  return new ApiError(response.status, detail ?? `The request failed with status ${response.status}.`, fields)
}
