import { TooMuch } from './http'
import type { Tcp } from './ports'

export const systemTcp: Tcp = {
  exchange: ({ host, port }, question, { timeoutMs, maxBytes }) =>
    new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = []
      let total = 0
      let left = question
      let socket: Bun.Socket | undefined
      const end = (error?: unknown) => {
        clearTimeout(timer)
        if (error === undefined) resolve(Buffer.concat(chunks))
        else reject(error)
        socket?.terminate()
      }
      const timer = setTimeout(() => end(new DOMException('The operation timed out.', 'TimeoutError')), timeoutMs)
      const write = (to: Bun.Socket) => {
        left = left.subarray(to.write(left))
      }
      Bun.connect({
        hostname: host,
        port,
        socket: {
          open(opened) {
            socket = opened
            write(opened)
          },
          drain: write,
          data(_, chunk) {
            chunks.push(new Uint8Array(chunk))
            total += chunk.byteLength
            if (total > maxBytes) end(new TooMuch(`${host} sent more than ${maxBytes} bytes.`))
          },
          close: () => end(),
          error: (_, error) => end(error),
        },
      }).catch(end)
    }),
}
