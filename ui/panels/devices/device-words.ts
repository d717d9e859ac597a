import type { Reply } from '../../api/contract'
import { agoWords } from '../../forms/folder-words'
import { readUserAgent } from './user-agent'

/** An app with its own key. */
export type Device = Reply<'GET /api/devices'>['devices'][number]

/** "Seen 5 minutes ago from KMReader on iPad". */
export function usedWords({ last_used_at, last_agent }: Device, now: number): string {
  if (last_used_at === null) return 'Not used yet'
  const seen = `Seen ${agoWords(last_used_at, now)}`
  if (last_agent === null) return seen
  const { app, device } = readUserAgent(last_agent)
  return `${seen} from ${app}${device ? ` on ${device}` : ''}`
}

export const TYPE_CHOICES: { value: Device['comic_types']; label: string }[] = [
  { value: 'standard', label: 'The usual ones' },
  { value: 'x-cbz', label: 'The older ones (x-cbz)' },
  { value: 'zip', label: 'Plain ZIP and RAR' },
]
