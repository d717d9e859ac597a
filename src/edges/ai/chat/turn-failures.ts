import { LlmError } from '../../../base/llm/llm-error'
import type { ErrorCode } from './frames'

export interface TurnFailure {
  code: ErrorCode
  content: string
  retryable: boolean
}

/** A turn that cannot begin; nothing of it is stored. */
export class TurnRefused extends Error {
  override readonly name = 'TurnRefused'

  constructor(
    readonly code: ErrorCode,
    readonly sentence: string,
  ) {
    super(sentence)
  }
}

/** The failure for the user; undefined when the user ended the turn. */
export function failureOf(error: unknown): TurnFailure | undefined {
  if (error instanceof TurnRefused) return { code: error.code, content: error.sentence, retryable: false }
  if (!(error instanceof LlmError)) return undefined
  const { code, sentence, retryable } = error
  return { code: code === 'no_vision' ? 'vision_unsupported' : 'provider_error', content: sentence, retryable }
}

export const INTERNAL: TurnFailure = {
  code: 'internal_error',
  content: 'The answer failed because of an internal error; the log has more. Try again.',
  retryable: true,
}
