/** How the host of a request is contacted. */
interface Contact {
  /** An IP address; absent: wherever the name resolves to. */
  address?: string | undefined
  /** Accepts any certificate, even one for another name. */
  anyCertificate?: boolean | undefined
}

/**
 * The request to an IP address, and the TLS options of its connection. TLS checks the host name itself, so over HTTPS
 * only a connection that accepts any certificate is redirected. A proxy resolves names on its own.
 */
export async function contacted(request: Request, { address, anyCertificate }: Contact) {
  const url = new URL(request.url)
  const isSecure = url.protocol === 'https:'
  const tls = anyCertificate ? { rejectUnauthorized: false } : {}
  if (address === undefined || (isSecure && !anyCertificate) || hasProxy(isSecure)) return { request, tls }
  const headers = new Headers(request.headers)
  headers.set('Host', url.host)
  const serverName = url.hostname
  url.hostname = address.includes(':') ? `[${address}]` : address
  const { method } = request
  const body = request.body === null ? null : await request.bytes()
  return { request: new Request(url, { method, headers, body }), tls: isSecure ? { ...tls, serverName } : tls }
}

function hasProxy(isSecure: boolean): boolean {
  const { HTTP_PROXY, http_proxy, HTTPS_PROXY, https_proxy } = process.env
  return Boolean(isSecure ? HTTPS_PROXY || https_proxy : HTTP_PROXY || http_proxy)
}
