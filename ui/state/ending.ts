import { call } from '../api/client'
import { signal } from '../html'

export type Shutdown = {
  how: 'stop' | 'restart'
  /** The run that ends: another one answers once it is back. */
  instance: string
  /** A sentence about the time until the server is back, where there is more to say. */
  text?: string
  /** Where the next one answers, when that is elsewhere. */
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

/** Whether another run answers than the one that ended. */
export async function isBack(instance: string): Promise<boolean> {
  try {
    return (await call('GET /api/health')).instance !== instance
  } catch {
    return false // between two runs nothing answers
  }
}
