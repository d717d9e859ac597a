import { ApiError } from '../api/client'
import { withRoot } from '../root'

/** Registers the worker that opens copies. Throws ApiError with the reason when the browser refuses it. */
export async function registerWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register(withRoot('/worker.js'), { scope: withRoot('/') })
  } catch (cause) {
    throw new ApiError(0, refusalOf(cause), {}, { cause })
  }
}

const refusalOf = (cause: unknown): string =>
  cause instanceof DOMException && cause.name === 'SecurityError'
    ? 'This browser does not trust the certificate of this address, or this window is private.'
    : 'This browser could not prepare to open issues offline. Try again in a moment.'
