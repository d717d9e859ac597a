import { contacted } from './contacted'
import type { Http } from './ports'

/** A host sent more than was requested. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** Statuses whose replies have no body; creating one with a body is an error. */
const BODILESS = [101, 204, 205, 304]

/** Some sites use invalid statuses, such as 619: those become 599, and this header has the original. */
const REAL_STATUS = 'x-panelkeep-status'
const LAST_STATUS = 599

/** The status that a site sent. */
export function statusIn({ status, headers }: { status: number; headers: Headers }): number {
  return Number(headers.get(REAL_STATUS) ?? status)
}

export const systemHttp: Http = {
  async fetch(request, { timeoutMs, maxBytes, anyCertificate, address }) {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
    const { request: sent, tls } = await contacted(request, { address, anyCertificate })
    const reply = await fetch(sent, { signal, redirect: 'manual', tls })
    const body = await bounded(reply, maxBytes, new URL(request.url).host)
    const { status, headers } = reply
    headers.delete(REAL_STATUS)
    if (status > LAST_STATUS) headers.set(REAL_STATUS, String(status))
    return new Response(BODILESS.includes(status) ? null : body, { status: Math.min(status, LAST_STATUS), headers })
  },
}

async function bounded(reply: Response, maxBytes: number, host: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of reply.body ?? []) {
    total += chunk.byteLength
    if (total > maxBytes) throw new TooMuch(`${host} sent more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
