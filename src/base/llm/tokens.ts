import type { ModelMessage, ToolDefinition } from './messages'

/** Han, kana and Hangul: about one token each. */
const DENSE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g
const PICTURE_TOKENS = 800
const CHARS_PER_TOKEN = 4

/** Characters weighted as tokens count them: a dense one weighs as much as four others. */
function weightOf(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0
  return text.length + dense * (CHARS_PER_TOKEN - 1)
}

export function estimateTokens(text: string): number {
  return Math.ceil(weightOf(text) / CHARS_PER_TOKEN)
}

/** The size of a request: its texts, and the number of its pictures. */
export function weighRequest(messages: readonly ModelMessage[], tools: readonly ToolDefinition[]) {
  let [weight, pictures] = [0, 0]
  for (const message of messages) {
    const parts = typeof message.content === 'string' ? [message.content] : message.content
    for (const part of parts) {
      if (typeof part === 'string') weight += weightOf(part)
      else if (part.type === 'text') weight += weightOf(part.text)
      else pictures++
    }
    if (message.role === 'assistant' && message.toolCalls) weight += JSON.stringify(message.toolCalls).length
  }
  for (const { name, description, parameters } of tools)
    weight += name.length + description.length + JSON.stringify(parameters).length
  return { weight, pictures, tokens: Math.ceil(weight / CHARS_PER_TOKEN) + pictures * PICTURE_TOKENS }
}

/** Only prompts of this size measure how many characters a token of this model has. */
const MEASURED = { least: 200, most: 1500 }
/** In hundredths. No tokenizer averages fewer characters per token than the first, or more than the last. */
const RATIO = { least: 360, most: 600, slack: 1.3 }

/** The ratio to remember after a reply; undefined when it is no news. In hundredths. */
export function learnedRatio(known: number | null, weight: number, promptTokens: number): number | undefined {
  if (promptTokens < MEASURED.least || promptTokens > MEASURED.most) return undefined
  const ratio = Math.min(Math.round((100 * weight) / promptTokens), RATIO.most)
  return ratio > (known ?? 0) ? ratio : undefined
}

/**
 * Whether the server read less than was sent: some servers cut long prompts silently. The token count is then far too
 * low for the number of characters.
 */
export function isContextCut(known: number | null, weight: number, promptTokens: number): boolean {
  if (promptTokens <= MEASURED.most) return false
  const most = known === null ? RATIO.most : Math.min(Math.max(known * RATIO.slack, RATIO.least), RATIO.most)
  return (100 * weight) / promptTokens > most
}
