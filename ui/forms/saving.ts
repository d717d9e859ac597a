import { call } from '../api/client'
import type { Config } from '../api/contract'
import { invalidate, place } from '../api/query'
import { say } from '../state/toasts'

/** Saves one setting at once and offers to put the old value back. Answers whether it was taken. */
export type Save = (key: string, value: unknown, what: string) => Promise<boolean>

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** `config` is what the page shows now: the value that Undo puts back. */
export function saveOver(config: Config): Save {
  return async (key, value, what) => {
    try {
      const reply = await call('PUT /api/config', { body: { [key]: value } })
      place('GET /api/config', undefined, { ...config, [key]: value })
      refetch()
      say(said(what, key, reply), { action: { label: 'Undo', run: () => putBack(key, config[key], what) } })
      return true
    } catch (cause) {
      invalidate('GET /api/config')
      say(reasonOf(cause), { kind: 'error' })
      return false
    }
  }
}

/** Keeps a key or a password, which no page is ever shown; null forgets it. Answers whether it was taken. */
export async function saveSecret(key: string, value: string | null, what: string): Promise<boolean> {
  try {
    await call('PUT /api/config', { body: { [key]: value } })
    say(`${what} is ${value === null ? 'removed' : 'saved'}.`)
    return true
  } catch (cause) {
    say(reasonOf(cause), { kind: 'error' })
    return false
  } finally {
    refetch()
  }
}

async function putBack(key: string, value: unknown, what: string): Promise<void> {
  try {
    await call('PUT /api/config', { body: { [key]: value ?? null } })
    say(`${what} is as it was.`)
  } catch (cause) {
    say(reasonOf(cause), { kind: 'error' })
  }
  refetch()
}

const SHOWN = ['GET /api/config', 'GET /api/system/network', 'GET /api/import/folders', 'GET /api/metadata/providers']

/** What the pages show of the settings, and what follows from them. */
function refetch(): void {
  for (const name of SHOWN) invalidate(name)
}

function said(what: string, key: string, reply: { restart_required?: string[]; pinned?: string[] }): string {
  if (reply.pinned?.includes(key)) return `${what} is saved. While this run lasts, the way it was started decides.`
  if (reply.restart_required?.includes(key)) return `${what} is saved and takes effect at the next start.`
  return `${what} is saved.`
}
