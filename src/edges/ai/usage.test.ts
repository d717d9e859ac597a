import { expect, test } from 'bun:test'
import { sumUsage } from './usage'

const row = (day: string, feature: 'chat' | 'series_summary', tokens: number, cost_micros: number | null) => ({
  day,
  feature: feature as never,
  calls: 2,
  failed: 1,
  prompt_tokens: tokens,
  completion_tokens: 5,
  cost_micros,
})

test('calls are summed by day and by feature, most tokens first', () => {
  const rows = [
    row('2026-11-20', 'chat', 10, null),
    row('2026-11-20', 'series_summary', 100, 2_000_000),
    row('2026-11-21', 'chat', 20, 500_000),
  ]
  expect(sumUsage(rows, 3, '2026-11-22T01:00:00.000Z')).toEqual({
    days: [
      { day: '2026-11-20', calls: 4, failed: 2, prompt_tokens: 110, completion_tokens: 10, cost: 2 },
      { day: '2026-11-21', calls: 2, failed: 1, prompt_tokens: 20, completion_tokens: 5, cost: 0.5 },
      { day: '2026-11-22', calls: 0, failed: 0, prompt_tokens: 0, completion_tokens: 0, cost: null },
    ],
    features: [
      { feature_type: 'series_summary', calls: 2, failed: 1, prompt_tokens: 100, completion_tokens: 5, cost: 2 },
      { feature_type: 'chat', calls: 4, failed: 2, prompt_tokens: 30, completion_tokens: 10, cost: 0.5 },
    ] as never,
  })
})
