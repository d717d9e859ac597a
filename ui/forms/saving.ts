import { call } from '../api/client'
import type { Config } from '../api/contract'
import { cacheReply, invalidate } from '../api/query'
import { showToast } from '../state/toasts'
import { errorSentence } from '../state/use-busy'

export type OptionChange = {
  key: string
  label: string
  /** The settings that the page shows. */
  config: Config
  /** The value that Undo puts back. */
  before: unknown
}

/** Receives the reason why a setting was not saved. A field shows it; otherwise it is a toast. */
export type OnRefused = (sentence: string) => void

const showInToast: OnRefused = (sentence) => showToast(sentence, { kind: 'error' })

/** The server names a setting by its key, which the page shows by its label. */
function refusalWords(cause: unknown, label: string, values: object): string {
  const sentence = errorSentence(cause)
  const key = Object.keys(values).find((one) => sentence.startsWith(`${one} `))
  return key === undefined ? sentence : `${label}${sentence.slice(key.length)}`
}

/** Saves one setting at once and offers an undo. Returns whether it was saved. */
export const saveOption = (
  { key, before, ...rest }: OptionChange,
  value: unknown,
  onRefused?: OnRefused,
): Promise<boolean> => saveOptions({ ...rest, before: { [key]: before } }, { [key]: value }, onRefused)

type Values = Record<string, unknown>
export type OptionsChange = Pick<OptionChange, 'label' | 'config'> & { before: Values }

/** Saves settings that change together: all of them or none. */
export async function saveOptions(
  { label, config, before }: OptionsChange,
  values: Values,
  onRefused = showInToast,
): Promise<boolean> {
  try {
    const reply = await call('PUT /api/config', { body: values })
    cacheReply('GET /api/config', undefined, { ...config, ...values })
    refetch()
    const words = savedWords(label, Object.keys(values), reply)
    showToast(words, { action: { label: 'Undo', run: () => restore(before, label) } })
    return true
  } catch (cause) {
    invalidate('GET /api/config')
    onRefused(refusalWords(cause, label, values))
    return false
  }
}

/** Saves a key or a password, which the server never sends back; null removes it. Returns whether the secret was saved. */
export async function saveSecret(
  key: string,
  value: string | null,
  label: string,
  onRefused = showInToast,
): Promise<boolean> {
  try {
    await call('PUT /api/config', { body: { [key]: value } })
    showToast(`${label}: ${value === null ? 'removed' : 'saved'}.`)
    return true
  } catch (cause) {
    onRefused(refusalWords(cause, label, { [key]: value }))
    return false
  } finally {
    refetch()
  }
}

/** Saves related secrets, such as a user name and a password; the server never sends them back. */
export async function saveSecrets(values: Values, label: string): Promise<boolean> {
  try {
    await call('PUT /api/config', { body: values })
    showToast(`${label}: saved.`)
    return true
  } catch (cause) {
    showInToast(refusalWords(cause, label, values))
    return false
  } finally {
    refetch()
  }
}

async function restore(before: Values, label: string): Promise<void> {
  const body = Object.fromEntries(Object.entries(before).map(([key, value]) => [key, value ?? null]))
  try {
    await call('PUT /api/config', { body })
    showToast(`${label}: restored.`)
  } catch (cause) {
    showInToast(refusalWords(cause, label, before))
  }
  refetch()
}

const SHOWN = ['GET /api/config', 'GET /api/system/network', 'GET /api/import/folders', 'GET /api/metadata/providers']

/** Refetches the settings and the data that depends on them. */
function refetch(): void {
  for (const name of SHOWN) invalidate(name)
}

function savedWords(label: string, keys: string[], reply: { restart_required?: string[]; pinned?: string[] }): string {
  if (keys.some((key) => reply.pinned?.includes(key)))
    return `${label}: saved. The command line or a variable sets it until the next start.`
  if (keys.some((key) => reply.restart_required?.includes(key))) return `${label}: saved. Takes effect after a restart.`
  return `${label}: saved.`
}
