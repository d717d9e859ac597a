import type { TSchema } from 'typebox'
import type { ProposedAction } from './schema'

/** What a model may propose. Nothing changes until the user confirms the proposal. */

/** The turn that a proposal is made in. */
export interface ProposalContext {
  /** The name of the user; other users do not see the proposal. */
  owner: string
  thread_id?: string
  message_id?: string
  signal?: AbortSignal
}

export interface ProposalResult {
  /** The stored proposal; undefined when there is none. */
  action?: ProposedAction
  /** For the model: what was proposed, or what it needs to know first. JSON, cleaned. */
  content: string
}

export interface ActionTool {
  /** `propose_…` */
  name: string
  description: string
  parameters: TSchema
  /** `run` reads them, so the access to the model passes on whatever JSON they are. */
  checksArguments: true
  /** Throws Refusal with a sentence for the model. */
  run(args: unknown, context: ProposalContext): Promise<ProposalResult>
}
