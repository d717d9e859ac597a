import { isReader } from '../state/user'
import type { Reply } from './contract'
import { useQuery } from './query'

export type AssistantStatus = Reply<'GET /api/ai/status'>

/** Whether a helper of the pages is set up and switched on; false until loaded. */
export const useHelper = (helper: keyof AssistantStatus['helpers']): boolean =>
  useAssistant()?.helpers?.[helper] ?? false

/** The state of the assistant; undefined until loaded, and for readers. Not loaded before `now`. */
export const useAssistant = (now = true): AssistantStatus | undefined =>
  useQuery('GET /api/ai/status', now && !isReader() ? undefined : null).data
