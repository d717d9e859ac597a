import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { countWords, pluralWords } from '../../../parts/text/format'
import { isManager } from '../../../state/user'

export type SearchHealth = Reply<'GET /api/search/health'>
type GateState = SearchHealth['gate']['state']
type Producer = SearchHealth['gate']['waiting'][number]['producer']

/** The state of the gate as a mark and a heading. */
const GATE_STATES: Record<GateState, { mark: MarkState; title: string }> = {
  open: { mark: 'have', title: 'Automatic searches are on' },
  paused: { mark: 'wanted', title: 'Automatic searches are paused' },
  pending_preview: { mark: 'attention', title: 'Automatic searches wait for your review' },
  failed: { mark: 'attention', title: 'The migration did not finish' },
  migrating: { mark: 'way', title: 'A migration is running' },
  maintenance: { mark: 'way', title: 'Maintenance is running' },
}

/** The heading of the page. */
export function gateLook({ gate }: SearchHealth): { mark: MarkState; title: string } {
  if (gate.owner_alive !== false) return GATE_STATES[gate.state]
  return { mark: 'attention', title: 'Maintenance stopped responding' }
}

/** The meaning of the state, and the action on this page. */
export function gateText({ gate, maintenance }: SearchHealth): string {
  const [has, resumes] = isManager() ? ['the owner has', 'the owner resumes'] : ['you have', 'you resume']
  switch (gate.state) {
    case 'open':
      return 'Wanted issues are searched for as they come out, and older ones a few at a time.'
    case 'paused':
      return `Nothing is searched for automatically until ${resumes} it. You can still pick a release yourself.`
    case 'pending_preview':
    case 'failed':
      return `Nothing is searched for automatically until ${has} checked the list below. You can still pick a release yourself.`
    default:
      return maintenance.reason ?? ''
  }
}

const PRODUCERS: Record<Producer, [one: string, many: string]> = {
  search: ['search', 'searches'],
  feeds: ['RSS sync', 'RSS syncs'],
  retry: ['retry', 'retries'],
  next_candidate: ['replacement for a failed release', 'replacements for failed releases'],
  story_arcs: ['search for a story arc', 'searches for story arcs'],
  weekly: ['search for a new release', 'searches for new releases'],
  interactive_grab: ['grab of yours', 'grabs of yours'],
}

/** "2 searches and 1 RSS sync wait."; undefined when nothing waits. */
export function waitingWords(waiting: SearchHealth['gate']['waiting']): string | undefined {
  if (waiting.length === 0) return undefined
  const words = waiting.map(({ producer, count }) => countWords(count, ...PRODUCERS[producer]))
  const total = waiting.reduce((sum, { count }) => sum + count, 0)
  return pluralWords(total, `${listWords(words)} waits.`, `${listWords(words)} wait.`)
}

/** "1 search is running."; undefined when no work is running. */
export function runningWords(leases: SearchHealth['gate']['leases']): string | undefined {
  if (leases.length === 0) return undefined
  const words = [...Map.groupBy(leases, ({ producer }) => producer)].map(([producer, all]) =>
    countWords(all.length, ...PRODUCERS[producer]),
  )
  return pluralWords(leases.length, `${listWords(words)} is running.`, `${listWords(words)} are running.`)
}

const listWords = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** The actions on the gate that are possible now. */
export type GateAction = 'pause' | 'resume' | 'start' | 'abort'

export function actionOf({ gate, reconciliation }: SearchHealth): GateAction | undefined {
  const { state, owner_alive } = gate
  if (state === 'open') return 'pause'
  if (state === 'paused') return 'resume'
  if (state === 'pending_preview' || state === 'failed') return 'start'
  const isDead = owner_alive === false || (owner_alive === null && reconciliation.state === 'migrating')
  return isDead ? 'abort' : undefined
}

type Route = SearchHealth['routes']['nzb']

export const ROUTES: readonly (readonly [name: keyof SearchHealth['routes'], label: string])[] = [
  ['nzb', 'Usenet'],
  ['torrent', 'Torrents'],
  ['ddl', 'Direct downloads'],
]

/** `remedy` is the owner's. */
const REASONS: Record<Route['reason'], { mark: MarkState; word: string; text: string; remedy?: string }> = {
  ready: { mark: 'have', word: 'Ready', text: '' },
  providers_temporarily_blocked: {
    mark: 'wanted',
    word: 'Indexers paused',
    text: 'Every indexer has reached its limit or does not answer.',
  },
  path_not_ready: {
    mark: 'attention',
    word: 'Folder missing',
    text: 'The blackhole folder cannot be written.',
    remedy: 'Check it in Settings, Download clients.',
  },
  client_not_ready: {
    mark: 'attention',
    word: 'Client not ready',
    text: 'The download client does not answer.',
    remedy: 'Test it in Settings, Download clients.',
  },
  unsupported_restart_correlation: {
    mark: 'attention',
    word: 'Not restart-safe',
    text: 'The client cannot say after a restart what it was given.',
  },
  provider_disabled: { mark: 'skipped', word: 'Indexers off', text: 'All its indexers are switched off.' },
  downloader_disabled: {
    mark: 'attention',
    word: 'No client',
    text: 'No download client is set up for it.',
    remedy: 'Add one in Settings, Download clients.',
  },
  provider_not_configured: { mark: 'skipped', word: 'No indexer', text: 'No indexer is set up for it.' },
  disabled: { mark: 'skipped', word: 'Off', text: 'It is switched off in the settings.' },
}

export function routeLook({ reason }: Route): { mark: MarkState; word: string; text: string } {
  const { mark, word, text, remedy } = REASONS[reason]
  return {
    mark,
    word,
    text: [text, remedy && (isManager() ? 'Ask the owner of this library.' : remedy)].filter(Boolean).join(' '),
  }
}
