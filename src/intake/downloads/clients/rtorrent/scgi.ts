import type { Tcp } from '../../../../base/platform/ports'

const LIMITS = { timeoutMs: 20_000, maxBytes: 64 * 1024 * 1024 }

/** Sends a request over SCGI to the host and port of an address, and returns the reply body. Throws as `Tcp` does. */
export async function scgi(tcp: Tcp, address: string, body: Uint8Array): Promise<Uint8Array> {
  const { hostname, port } = new URL(address)
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 5000 }
  return bodyOf(await tcp.exchange(at, scgiRequest(body), LIMITS))
}

/** The headers as a netstring, then the body. */
function scgiRequest(body: Uint8Array): Uint8Array {
  const fields = ['CONTENT_LENGTH', String(body.length), 'SCGI', '1', 'REQUEST_METHOD', 'POST', 'REQUEST_URI', '/RPC2']
  const headers = Buffer.from(fields.map((field) => `${field}\0`).join(''))
  return Buffer.concat([Buffer.from(`${headers.length}:`), headers, Buffer.from(','), body])
}

/** The body, after headers as in HTTP but without a status line. */
function bodyOf(answer: Uint8Array): Uint8Array {
  const bytes = Buffer.from(answer)
  const end = bytes.indexOf('\r\n\r\n')
  return end < 0 ? answer : new Uint8Array(bytes.subarray(end + 4))
}
