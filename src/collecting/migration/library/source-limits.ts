import type { Limits } from '../../../base/auth/states'

const MOST_AGE = 99

interface SourceLimits {
  /** Null: every age. */
  max_age: number | null
  unrated: Limits['unrated']
  /** Sentences about limits that have no counterpart. */
  hidden: readonly string[]
}

/** Limits of a user of the source. Limits without a counterpart hide everything until the owner chooses others. */
export function limitsFrom({ max_age, unrated, hidden }: SourceLimits): {
  limits: Limits | null
  hidden_by: string | null
} {
  const isHidden = hidden.length > 0
  if (max_age === null && !isHidden) return { limits: null, hidden_by: null }
  return {
    limits: {
      kinds: ['comic', 'manga'],
      max_age: max_age === null ? null : Math.min(MOST_AGE, Math.max(0, max_age)),
      unrated,
      tags_any: [],
      tags_none: [],
      collections: isHidden ? [] : null,
      may_download: true,
      may_request: true,
    },
    hidden_by: isHidden ? hidden.join(' ') : null,
  }
}
