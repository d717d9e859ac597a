/** Answers a request, or returns undefined to send it unchanged. */
export type Intercept = (address: string, init: RequestInit) => Promise<Response> | undefined

/** Loads a library that keeps the `fetch` it finds; its later requests are passed to `intercept` first. */
export async function loadIntercepted<T>(intercept: Intercept, load: () => Promise<T>): Promise<T> {
  const plain = globalThis.fetch
  const fetch = (input: string | URL | Request, init: RequestInit = {}) =>
    intercept(input instanceof Request ? input.url : String(input), init) ?? plain(input, init)
  globalThis.fetch = Object.assign(fetch, { preconnect: plain.preconnect })
  try {
    return await load()
  } finally {
    globalThis.fetch = plain
  }
}
