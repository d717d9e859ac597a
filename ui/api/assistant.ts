import type { Reply } from './contract'
import { useQuery } from './query'

export type AssistantStatus = Reply<'GET /api/ai/status'>

/** The state of the assistant; undefined until loaded. */
export const useAssistant = (): AssistantStatus | undefined => useQuery('GET /api/ai/status').data
