import type { ToolDefinition } from '../../../base/llm/messages'
import type { Log } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import { passingSentence } from '../../../base/storage/write-errors'
import { type LibraryTool, resultForModel, type ToolRow } from '../library/tool'
import { lineForModel } from '../library/untrusted'
import type { ActionTool, ProposalContext } from './action-tool'
import type { ProposedAction } from './schema'

/** The reply of a tool call. */
export interface ToolReply {
  /** For the model, as the content of its `tool` message: JSON with cleaned texts. */
  content: string
  /** The rows of a query, for the page. */
  results?: { pattern_id: string; data: ToolRow[]; total: number; note?: string }
  /** The proposal, for the page. */
  action?: ProposedAction
}

const INTERNAL = 'The tool failed because of an internal error.'

interface Deps {
  log: Log
  libraryTools: readonly LibraryTool[]
  actionTools: readonly ActionTool[]
}

/** All tools of a model: queries that only read, and proposals that only a click applies. */
export class Toolbox {
  private readonly queries: ReadonlyMap<string, LibraryTool>
  private readonly proposals: ReadonlyMap<string, ActionTool>

  constructor(private readonly deps: Deps) {
    this.queries = new Map(deps.libraryTools.map((tool) => [tool.name, tool]))
    this.proposals = new Map(deps.actionTools.map((tool) => [tool.name, tool]))
  }

  /** Definitions for a request to the model. */
  definitions(): ToolDefinition[] {
    const tools = [...this.queries.values(), ...this.proposals.values()]
    return tools.map(({ run: _run, ...definition }) => definition)
  }

  /** Never throws: the model gets a sentence about a faulty call. */
  async call(call: { name: string; arguments: unknown }, context: ProposalContext): Promise<ToolReply> {
    try {
      return await this.run(call, context)
    } catch (error) {
      if (context.signal?.aborted) return { content: refused('The user stopped the answer.') }
      if (error instanceof Refusal) return { content: refused(error.detail) }
      this.deps.log.error('ai', 'tool failed', { tool: call.name, error })
      return { content: refused(passingSentence(error) ?? INTERNAL) }
    }
  }

  private async run({ name, arguments: args }: { name: string; arguments: unknown }, context: ProposalContext) {
    const proposal = this.proposals.get(name)
    if (proposal) return proposal.run(args, context)
    const result = this.queries.get(name)?.run(args)
    if (!result) throw new Refusal('invalid', `There is no tool ${name.slice(0, 60)}.`)
    const { rows: data, ...counts } = result
    return { content: resultForModel(result), results: { pattern_id: name, data, ...counts } }
  }
}

const refused = (sentence: string): string => JSON.stringify({ error: lineForModel(sentence, 500) })
