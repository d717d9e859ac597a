import type { Reply } from '../api/contract'
import { useQuery } from '../api/query'

/** A setting as the server describes it. */
export type Spec = {
  key: string
  section: string
  type: 'text' | 'integer' | 'switch' | 'choice' | 'folders' | 'folder' | 'secret'
  label: string
  about: string
  default: unknown
  /** Missing of a secret. */
  value?: unknown
  unit?: string
  least?: number
  most?: number
  /** What the numbers from 0 on are called. */
  words?: readonly string[]
  choices?: readonly string[]
  /** Of a secret: whether one is kept. */
  set?: boolean
  fileOnly?: boolean
  restart_required?: boolean
  /** It was changed, and shows after the next start. */
  restart_pending?: boolean
  pinned?: boolean
  source?: string
}

export const specsOf = (schema: Reply<'GET /api/config/schema'> | undefined) => (schema ?? []) as Spec[]

export type Standing = {
  /** Why a setting cannot be changed now, by its key. */
  held: ReadonlyMap<string, string>
  /** Those that were changed and wait for the next start. */
  waiting: readonly Spec[]
  /** Where Panelkeep answers after that, when it is elsewhere than now. */
  at: string | undefined
}

/** What stands between the settings and what is so: how this run was started, and a start that is still to come. */
export function useStanding(): Standing {
  const specs = specsOf(useQuery('GET /api/config/schema').data)
  const waiting = specs.filter((spec) => spec.restart_pending)
  return {
    held: new Map(specs.filter((spec) => spec.pinned).map((spec) => [spec.key, heldBy(spec)])),
    waiting,
    at: waiting.some(({ key }) => MOVES.includes(key)) ? addressBy(specs) : undefined,
  }
}

const MOVES = ['http_port', 'enable_https']

function addressBy(specs: readonly Spec[]): string {
  const [port, secure] = MOVES.map((key) => specs.find((spec) => spec.key === key)?.value)
  return `${secure ? 'https' : 'http'}://${location.hostname}:${port}/`
}

function heldBy({ key, source }: Spec): string {
  const who = source === 'startup argument' ? 'The command line' : `The variable PANELKEEP_${key.toUpperCase()}`
  return `${who} decides while this run lasts.`
}
