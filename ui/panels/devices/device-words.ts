import type { Reply } from '../../api/contract'
import { agoWords } from '../../forms/folder-words'

/** An app with its own key. */
export type Device = Reply<'GET /api/devices'>['devices'][number]

/** Apps whose user agent does not begin with their name. */
const APP_NAMES: [pattern: RegExp, name: string][] = [
  [/koreader/i, 'KOReader'],
  [/^yar\b/i, 'KyBook'],
  [/\bmoon\+? ?reader/i, 'Moon+ Reader'],
  [/pocketbook/i, 'PocketBook'],
]

/**
 * "Panels" from `Panels/412 CFNetwork/1490`. A browser's user agent names several browsers, so it gives only
 * "Browser".
 */
export function appName(agent: string): string {
  const known = APP_NAMES.find(([pattern]) => pattern.test(agent))
  if (known) return known[1]
  return agent.startsWith('Mozilla/') ? 'a browser' : (agent.split(/[/\s(]/)[0] || 'an app').slice(0, 30)
}

/** "KOReader, 5 minutes ago". */
export function usedWords({ last_used_at, last_agent }: Device, now: number): string {
  if (last_used_at === null) return 'Not used yet'
  const app = last_agent === null ? [] : [appName(last_agent)]
  return [...app, agoWords(last_used_at, now)].join(', ').replace(/^./, (letter) => letter.toUpperCase())
}

export const TYPE_CHOICES: { value: Device['comic_types']; label: string }[] = [
  { value: 'standard', label: 'The usual ones' },
  { value: 'x-cbz', label: 'The older ones (x-cbz)' },
  { value: 'zip', label: 'Plain ZIP and RAR' },
]

/** The address for KOReader sync, beside the catalog. */
export const syncAddress = (catalog: string) => `${catalog.replace(/\/$/, '')}/sync`
