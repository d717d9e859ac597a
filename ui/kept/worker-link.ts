import { ApiError } from '../api/client'
import { withRoot } from '../root'

const NOT_NOW = 'This browser could not prepare to open issues offline. Try again in a moment.'

/** Registers the worker that opens copies. Throws ApiError with the reason when the browser refuses it. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  try {
    return await navigator.serviceWorker.register(withRoot('/worker.js'), { scope: withRoot('/') })
  } catch (cause) {
    const detail = isUntrusted(cause)
      ? 'This browser does not trust the certificate of this address, or this window is private.'
      : NOT_NOW
    throw new ApiError(0, detail, {}, { cause })
  }
}

/** Registers the worker and waits until it can open copies. The browser drops one that could not start; the next call retries. */
export async function startWorker(): Promise<void> {
  const { active, waiting, installing } = await registerWorker()
  const next = waiting ?? installing
  if (!active && !(next && (await hasStarted(next)))) throw new ApiError(0, NOT_NOW)
}

/** Whether the browser refuses every worker of this address. */
export const isUntrusted = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'SecurityError'

function hasStarted(worker: ServiceWorker): Promise<boolean> {
  return new Promise((done) => {
    const look = () => {
      if (worker.state === 'activated') done(true)
      // Its files could not be fetched.
      else if (worker.state === 'redundant') done(false)
    }
    worker.addEventListener('statechange', look)
    look()
  })
}
