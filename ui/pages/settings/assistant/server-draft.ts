import { call } from '../../../api/client'
import type { Reply } from '../../../api/contract'
import { invalidate } from '../../../api/query'
import type { OptionForm } from '../../../forms/option-form'
import type { TestResult } from '../../../forms/test-button'
import { decimalWords } from '../../../parts/text/format'

/** The model server while it is edited. */
export type ServerDraft = { preset: string; baseUrl: string; model: string; key: string }

export type WireServerPreset = Reply<'GET /api/ai/presets'>['presets'][number]

export const savedDraft = ({ value }: OptionForm): ServerDraft => ({
  preset: String(value('ai_preset')),
  baseUrl: String(value('ai_base_url')),
  model: String(value('ai_model')),
  key: '',
})

/** Another kind of server has another default address. A typed address stays when the kind has none. */
export function withPreset(draft: ServerDraft, preset: string, presets: readonly WireServerPreset[]): ServerDraft {
  const address = presets.find(({ id }) => id === preset)?.base_url
  const isTyped = presets.every(({ base_url }) => base_url !== draft.baseUrl)
  return { ...draft, preset, baseUrl: address || (isTyped ? draft.baseUrl : '') }
}

/** Sends one short question to the server. */
export async function testServer({ baseUrl, model, key }: ServerDraft): Promise<TestResult> {
  const body = { base_url: baseUrl.trim(), model: model.trim(), ...(key.trim() ? { api_key: key.trim() } : {}) }
  const reply = await call('POST /api/ai/test', { body })
  if (!reply.success) return { success: false, detail: reply.error }
  return { success: true, detail: `${reply.model} replied in ${decimalWords(reply.latency_ms / 1000, 1)} seconds.` }
}

export async function saveServer({ preset, baseUrl, model, key }: ServerDraft): Promise<void> {
  const secret = key.trim() ? { ai_api_key: key.trim() } : {}
  const address = { ai_preset: preset, ai_base_url: baseUrl.trim(), ai_model: model.trim() }
  await call('PUT /api/config', { body: { ...address, ...secret } })
  refetch()
}

/** Removes the server and its key. */
export async function removeServer(): Promise<void> {
  await call('PUT /api/config', { body: { ai_base_url: '', ai_model: '', ai_api_key: null } })
  refetch()
}

function refetch(): void {
  for (const name of ['GET /api/config', 'GET /api/ai']) invalidate(name)
}
