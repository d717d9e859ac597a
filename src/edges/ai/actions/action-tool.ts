import type { TSchema } from 'typebox'
import type { ProposedAction } from './schema'

/** Changes that a model may propose. Nothing changes until the user confirms the proposal. */

/** The turn that a proposal is made in. */
export interface ProposalContext {
  thread_id?: string
  message_id?: string
  signal?: AbortSignal
}

export interface ProposalResult {
  /** The stored proposal; undefined when there is none. */
  action?: ProposedAction
  /** Text for the model: the proposal, or what the model must know first. JSON, cleaned. */
  content: string
}

export interface ActionTool {
  /** `propose_…` */
  name: string
  description: string
  parameters: TSchema
  /** `run` validates the arguments, so the model client passes on any JSON. */
  checksArguments: true
  /** Throws Refusal with a sentence for the model. */
  run(args: unknown, context: ProposalContext): Promise<ProposalResult>
}
