import type { TSchema } from 'typebox'

export type ContentPart = { type: 'text'; text: string } | { type: 'image'; mediaType: string; bytes: Uint8Array }

/** A call of an offered tool, with arguments that fit its schema. */
export interface ToolCall {
  id: string
  name: string
  arguments: unknown
}

export type ModelMessage =
  | { role: 'system' | 'user'; content: string | ContentPart[] }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; content: string }

export interface ToolDefinition {
  name: string
  description: string
  parameters: TSchema
  /** The tool checks its own arguments and tells the model what is wrong with them: any JSON is passed on. */
  checksArguments?: boolean
}

/** How a reply ended. */
export type Finish = 'stop' | 'tool_calls' | 'length' | 'content_filter'

export interface TokenUsage {
  promptTokens: number
  completionTokens: number
  /** The server sent no counts, so these are estimated from the length of the texts. */
  estimated: boolean
}

export function hasImages(messages: readonly ModelMessage[]): boolean {
  return messages.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'image'))
}
