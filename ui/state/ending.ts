import { call } from '../api/client'
import { signal } from '../html'

export type Shutdown = {
  how: 'stop' | 'restart'
  /** The id of the run that ends; after the restart another run answers. */
  instance: string
  /** A sentence about the time until the server is back, if more than usual. */
  text?: string
  /** The new address of the server, if it changes. */
  at?: string
}

/** The stop or restart that was requested on this page. */
export const shutdown = signal<Shutdown | undefined>(undefined)

/** Requests a stop or restart through `ask` and shows it in the whole window. Throws what `ask` throws. */
export async function endBy(
  how: Shutdown['how'],
  ask: () => Promise<unknown>,
  more: Pick<Shutdown, 'text' | 'at'> = {},
): Promise<void> {
  const { instance } = await call('GET /api/health')
  await ask()
  shutdown.value = { how, instance, ...more }
}

/** Whether a new run answers. */
export async function isBack(instance: string): Promise<boolean> {
  try {
    return (await call('GET /api/health')).instance !== instance
  } catch {
    return false // no run answers between two runs
  }
}
