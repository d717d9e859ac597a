import { Type } from 'typebox'
import { LlmError } from '../../base/llm/llm-error'
import type { ModelMessage } from '../../base/llm/messages'
import { type CompletionRequest, LanguageModel } from '../../base/llm/service'
import { type TestApp, testApp } from '../app'
import { type FakeLanguageModel, fakeLanguageModel } from '../fakes/language-model'

export interface ModelHarness {
  app: TestApp
  fake: FakeLanguageModel
  model: LanguageModel
}

/** A language model over a fake server, without the limits that stop after some failures. */
export async function openModel(): Promise<ModelHarness> {
  const fake = fakeLanguageModel()
  const settings = { ...fake.settings, ai_circuit_threshold: '100', ai_rpm_limit: '0' }
  const app = await testApp({ ports: fake.ports, settings })
  return { app, fake, model: new LanguageModel({ ...app.ports, db: app.db, config: app.config }) }
}

export const GAPS = Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 100 })) })
export const GAP_TOOLS = [{ name: 'series_with_gaps', description: 'Series that miss issues.', parameters: GAPS }]

export const IMAGE_QUESTION: ModelMessage[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image', mediaType: 'image/webp', bytes: Uint8Array.of(1, 2, 3) },
    ],
  },
]

export const QUESTION: ModelMessage[] = [{ role: 'user', content: 'Gaps?' }]

/** A request with a short question by default. */
export function request(more: Partial<CompletionRequest> = {}): CompletionRequest {
  return { feature: 'chat', description: 'Question', messages: QUESTION, ...more }
}

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<LlmError> {
  const error = await call.then(
    () => undefined,
    (thrown) => thrown,
  )
  if (!(error instanceof LlmError)) throw new Error(`no LlmError: ${error}`)
  return error
}
