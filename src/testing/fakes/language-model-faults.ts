import { Silence } from './http'
import type { ModelRequest } from './language-model'

/** Faults of model servers by name; those that begin with `refuses` apply only to requests of that form. */
export type ModelFault =
  | 'status 401'
  | 'status 401 with the key'
  | 'status 400 with a part of the key'
  | 'model missing'
  | 'status 404'
  | 'limit'
  | 'limit with Retry-After'
  | 'quota used up'
  | 'status 500'
  | 'no user query'
  | 'loading'
  | 'silence'
  | 'connection refused'
  | 'unknown host'
  | 'certificate'
  | 'connection reset'
  | 'web page'
  | 'redirect'
  | 'redirect elsewhere'
  | 'not JSON'
  | 'other JSON'
  | 'error in the stream'
  | 'broken chunk'
  | 'empty stream'
  | 'context full'
  | 'far too large'
  | 'refuses stream_options'
  | 'refuses stream_options with 422'
  | 'refuses tools'
  | 'refuses tools without --jinja'
  | 'refuses response_format'
  | 'refuses images'
  | 'refuses max_tokens'
  | 'refuses temperature'
  | 'broken tool call'
  | 'error in a list'

const error = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { message, type: 'invalid_request_error', code: status } }, { status, headers })

/** A network error, with the runtime's code. */
function networkError(code: string): Error {
  return Object.assign(new TypeError('Unable to connect. Is the computer able to access the url?'), { code })
}

/** Undefined when the fault does not apply to the request. `once`: a fault of one reply, for any request. */
export function replyOfFault(fault: ModelFault, body: ModelRequest['body'], once = false): Response | undefined {
  const holdsImage = JSON.stringify(body.messages).includes('image_url')
  switch (fault) {
    case 'status 401':
      return error(401, 'Unauthorized')
    case 'status 401 with the key':
      return error(401, 'Incorrect API key provided: sk-secret-0123456789abcdef.')
    case 'status 400 with a part of the key':
      return error(400, 'Bad request of the account sk-secret-01234.')
    case 'model missing':
      return error(404, `model "${body.model}" not found, try pulling it first`)
    case 'status 404':
      return new Response('404 page not found', { status: 404 })
    case 'limit':
      return error(429, 'Rate limit reached')
    case 'limit with Retry-After':
      return error(429, 'Rate limit reached', { 'Retry-After': '120' })
    case 'quota used up':
      return error(429, 'You exceeded your current quota, please check your plan and billing details.')
    case 'status 500':
      return error(500, 'llama runner process has terminated')
    case 'no user query':
      return error(500, 'no user query found')
    case 'loading':
      return error(503, 'Loading model')
    case 'silence':
      throw new Silence('no answer')
    case 'connection refused':
      throw networkError('ConnectionRefused')
    case 'unknown host':
      throw networkError('ENOTFOUND')
    case 'certificate':
      throw networkError('DEPTH_ZERO_SELF_SIGNED_CERT')
    case 'connection reset':
      throw networkError('ECONNRESET')
    case 'web page':
      return new Response('<!DOCTYPE html><title>Welcome</title>', { headers: { 'Content-Type': 'text/html' } })
    case 'redirect':
      return new Response(null, { status: 301, headers: { Location: '/api/v1/chat/completions' } })
    case 'redirect elsewhere':
      return new Response(null, { status: 308, headers: { Location: 'https://collector.example/v1' } })
    case 'not JSON':
      return new Response('hello', { headers: { 'Content-Type': 'application/json' } })
    case 'other JSON':
      return Response.json({ hello: 'world' })
    case 'error in the stream':
      return stream(
        'data: {"choices":[{"index":0,"delta":{"content":"Half"}}]}\n\ndata: {"error":{"message":"out of memory","code":500}}\n\n',
      )
    case 'broken chunk':
      return stream('data: {"choices":[{"index":0,"delta":{"content":"Ha\n\n')
    case 'empty stream':
      return stream('')
    case 'context full':
      return error(400, 'This request exceeds the available context size. Try increasing the context size.')
    case 'far too large':
      return new Response(' '.repeat(9 * 1024 * 1024), { headers: { 'Content-Type': 'application/json' } })
    case 'refuses stream_options':
      return once || body.stream_options
        ? error(400, 'Unrecognized request argument supplied: stream_options')
        : undefined
    case 'refuses stream_options with 422':
      return once || body.stream_options
        ? Response.json(
            {
              detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }],
              message: 'body.stream_options: Extra inputs are not permitted',
            },
            { status: 422 },
          )
        : undefined
    case 'refuses tools':
      return once || body.tools
        ? error(400, `registry.ollama.ai/library/${body.model} does not support tools`)
        : undefined
    case 'refuses tools without --jinja':
      return once || body.tools ? error(500, 'tools param requires --jinja flag') : undefined
    case 'refuses response_format':
      return once || body.response_format
        ? error(400, "'response_format.type' must be 'json_schema' or 'text'")
        : undefined
    case 'refuses max_tokens':
      return once || body.max_tokens
        ? error(
            400,
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          )
        : undefined
    case 'refuses temperature':
      return once || body.temperature !== undefined
        ? error(
            400,
            "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) is supported.",
          )
        : undefined
    case 'broken tool call':
      return error(500, "error parsing tool call: raw='{limit', err=invalid character")
    case 'error in a list':
      return Response.json(
        [{ error: { code: 404, message: 'models/tiny-model is not found for API version v1main' } }],
        {
          status: 404,
        },
      )
    case 'refuses images':
      return once || holdsImage
        ? error(500, 'image input is not supported - hint: you may need to provide the mmproj')
        : undefined
  }
}

function stream(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'text/event-stream' } })
}
