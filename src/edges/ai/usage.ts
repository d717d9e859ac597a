import { plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import type { UsageReply } from './schema'

type Row = {
  day: string
  feature: UsageReply['features'][number]['feature_type']
  calls: number
  failed: number
  prompt_tokens: number
  completion_tokens: number
  cost_micros: number | null
}
type Sums = Omit<UsageReply['days'][number], 'day'>

const NOTHING: Sums = { calls: 0, failed: 0, prompt_tokens: 0, completion_tokens: 0, cost: null }
const DAY_MS = 86_400_000

/** Sums by day and by feature; days without calls are included. */
export function sumUsage(rows: readonly Row[], days: number, now: Instant): Pick<UsageReply, 'days' | 'features'> {
  const byDay = new Map<string, Sums>()
  const byFeature = new Map<Row['feature'], Sums>()
  for (const row of rows) {
    byDay.set(row.day, added(byDay.get(row.day), row))
    byFeature.set(row.feature, added(byFeature.get(row.feature), row))
  }
  const span = Array.from({ length: days }, (_, at) => plus(now, (at - days + 1) * DAY_MS).slice(0, 10))
  const features = [...byFeature].map(([feature_type, sums]) => ({ feature_type, ...sums }))
  return {
    days: span.map((day) => ({ day, ...(byDay.get(day) ?? NOTHING) })),
    features: features.sort((a, b) => tokensOf(b) - tokensOf(a)),
  }
}

function added(sums: Sums = NOTHING, row: Row): Sums {
  return {
    calls: sums.calls + row.calls,
    failed: sums.failed + row.failed,
    prompt_tokens: sums.prompt_tokens + row.prompt_tokens,
    completion_tokens: sums.completion_tokens + row.completion_tokens,
    cost: row.cost_micros === null ? sums.cost : (sums.cost ?? 0) + row.cost_micros / 1_000_000,
  }
}

const tokensOf = (sums: Sums) => sums.prompt_tokens + sums.completion_tokens
