import { Elysia } from 'elysia'
import { Refusal } from '../refusal'
import { withBareIds } from './given-ids'

/** How much of a body a route reads. */
export interface BodyLimit {
  bytes: number
  /** The number of names in all objects of the body. */
  keys: number
}

/** No request of ours nests deeper; a deeper one only keeps the parser busy. */
const DEEPEST = 32

/**
 * Reads bodies in place of the framework, which has no size limit. Register it before the routes; routes that read
 * their own body are registered before it and use `bodyText`.
 */
export const bodies = ({ limitOf }: { limitOf: (request: Request) => BodyLimit }) =>
  new Elysia({ name: 'bodies' }).onParse({ as: 'global' }, async ({ request }, contentType) => {
    const limit = limitOf(request)
    const text = await bodyText(request, limit)
    // With undefined the framework would read the body again.
    if (text === '') return null
    if (contentType === 'application/json') return readJson(text, limit)
    if (contentType === 'application/x-www-form-urlencoded')
      return withBareIds(Object.fromEntries(new URLSearchParams(text)))
    return null
  })

/**
 * Throws Refusal 'too_large' before reading when Content-Length is too large, otherwise at the first byte over the
 * limit.
 */
export async function bodyText(request: Request, limit: Pick<BodyLimit, 'bytes'>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of piecesOf(request, limit)) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/** Like `bodyText`, for binary bodies. */
export async function bodyBytes(request: Request, limit: Pick<BodyLimit, 'bytes'>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(request, limit)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Throws Refusal 'too_large' for a Content-Length over the limit. */
export function refuseLength(request: Request, { bytes }: Pick<BodyLimit, 'bytes'>): void {
  if (Number(request.headers.get('content-length') ?? 0) > bytes) throw tooLarge(bytes)
}

async function* piecesOf(request: Request, { bytes }: Pick<BodyLimit, 'bytes'>): AsyncGenerator<Uint8Array> {
  refuseLength(request, { bytes })
  const reader = request.body?.getReader()
  let size = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength
    if (size > bytes) {
      void reader?.cancel().catch(() => undefined) // the client gets the refusal
      throw tooLarge(bytes)
    }
    yield read.value
  }
}

function readJson(text: string, { keys }: BodyLimit): unknown {
  const shape = shapeOf(text)
  if (shape.depth > DEEPEST)
    throw new Refusal('invalid', `The body is nested too deeply: at most ${DEEPEST} levels are accepted.`)
  if (shape.keys > keys) throw new Refusal('too_large', `The body has too many fields: at most ${keys} are accepted.`)
  const value = parsed(text)
  // The framework would treat a string or a list as an object with numbered fields.
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Refusal('invalid', 'The body has to be a JSON object.')
  return /40\d\d-/.test(text) ? withBareIds(value) : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'The body is not valid JSON.')
  }
}

/** The depth of the JSON and its number of names, without building any value. */
function shapeOf(text: string): { depth: number; keys: number } {
  let [depth, deepest, keys] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    // A string may have a megabyte, so its end is searched natively.
    if (mark === '"') at = endOfText(text, at)
    else if (mark === '{' || mark === '[') deepest = Math.max(deepest, ++depth)
    else if (mark === '}' || mark === ']') depth--
    else if (mark === ':') keys++
  }
  return { depth: deepest, keys }
}

/** The offset of the closing quote of the string that begins at `from`; the length of `json` when it has none. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0
    while (json[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return json.length
}

function tooLarge(bytes: number): Refusal {
  const most = bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`
  return new Refusal('too_large', `The request is too large: this address accepts at most ${most}.`)
}
