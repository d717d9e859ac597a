import type { Transfers } from './ports'

export const systemTransfers: Transfers = {
  async begin(request, { timeoutMs, address }) {
    const silent = new AbortController()
    const timer = setTimeout(() => silent.abort(new DOMException('No answer.', 'TimeoutError')), timeoutMs)
    try {
      const signal = AbortSignal.any([request.signal, silent.signal])
      // Bun would end a body that pauses for five minutes; how long is too long is for the caller to say.
      return await fetch(await at(request, address), { signal, redirect: 'manual', timeout: false } as RequestInit)
    } finally {
      clearTimeout(timer)
    }
  },
}

/** TLS checks the host name itself, and a proxy resolves names on its own. */
async function at(request: Request, address: string | undefined): Promise<Request> {
  const url = new URL(request.url)
  const { HTTP_PROXY, http_proxy } = process.env
  if (address === undefined || url.protocol !== 'http:' || HTTP_PROXY || http_proxy) return request
  const headers = new Headers(request.headers)
  headers.set('Host', url.host)
  url.hostname = address.includes(':') ? `[${address}]` : address
  const { method } = request
  const body = request.body === null ? null : await request.bytes()
  return new Request(url, { method, headers, body })
}
