import type { Http } from './ports'

export const systemHttp: Http = {
  async fetch(request, { timeoutMs, maxBytes }) {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
    const reply = await fetch(request, { signal, redirect: 'manual' })
    return new Response(await bounded(reply, maxBytes), { status: reply.status, headers: reply.headers })
  },
}

async function bounded(reply: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of reply.body ?? []) {
    total += chunk.byteLength
    if (total > maxBytes) throw new Error(`${new URL(reply.url).host} sent more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
