import type { Http } from './ports'

/** A host sent more than was asked for. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** Answers that have no body by their status; making one with a body is an error. */
const BODILESS = [101, 204, 205, 304]

export const systemHttp: Http = {
  async fetch(request, { timeoutMs, maxBytes, anyCertificate }) {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
    const tls = anyCertificate ? { tls: { rejectUnauthorized: false } } : {}
    const reply = await fetch(request, { signal, redirect: 'manual', ...tls })
    const body = await bounded(reply, maxBytes)
    const { status, headers } = reply
    return new Response(BODILESS.includes(status) ? null : body, { status, headers })
  },
}

async function bounded(reply: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of reply.body ?? []) {
    total += chunk.byteLength
    if (total > maxBytes) throw new TooMuch(`${new URL(reply.url).host} sent more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
