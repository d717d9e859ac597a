import { describe, expect, test } from 'bun:test'
import { budgetResetAt, countRequest, type RequestBudget, type RequestCounts, requestsLastHour } from './budget'

const NOW = '2026-11-21T08:07:30.000Z'
const HOUR = 3_600_000
const ALL: RequestBudget = { questions: 10, perMs: HOUR, of: 'all' }
const EACH: RequestBudget = { ...ALL, of: 'each resource' }
const ask = (spent: RequestCounts, budget: RequestBudget = ALL, urgent = true) =>
  budgetResetAt(spent, budget, { resource: 'issues', urgent, now: NOW })

describe('there is room for a request again', () => {
  test.each<[what: string, spent: RequestCounts, budget: RequestBudget, urgent: boolean, at: string | undefined]>([
    ['at once when nothing was requested', {}, ALL, true, undefined],
    ['at once below the budget', { 'issues 2026-11-21T08:05': 9 }, ALL, true, undefined],
    ['when the slice that used it up is old', { 'issues 2026-11-21T08:05': 10 }, ALL, true, '2026-11-21T09:10:00.000Z'],
    ['for routine a tenth earlier', { 'issues 2026-11-21T08:05': 9 }, ALL, false, '2026-11-21T09:10:00.000Z'],
    ['for routine at once below that', { 'issues 2026-11-21T08:05': 8 }, ALL, false, undefined],
    ['at once when the rest is an hour old', { 'issues 2026-11-21T07:00': 10 }, ALL, true, undefined],
    ['later when it nearly is', { 'issues 2026-11-21T07:05': 10 }, ALL, true, '2026-11-21T08:10:00.000Z'],
    ['when the oldest slice has gone', { 'issues 2026-11-21T08:00': 9, 'issues 2026-11-21T07:30': 1 }, ALL, true, '2026-11-21T08:35:00.000Z'],
    ['when enough slices have expired', { 'issues 2026-11-21T07:30': 1, 'issues 2026-11-21T07:40': 1, 'issues 2026-11-21T08:00': 10 }, ALL, true, '2026-11-21T09:05:00.000Z'],
    ['with the questions of others counted', { 'series 2026-11-21T08:05': 10 }, ALL, true, '2026-11-21T09:10:00.000Z'],
    ['without those of others where each has its own', { 'series 2026-11-21T08:05': 10 }, EACH, true, undefined],
    ['after the whole span when nothing is allowed', {}, { ...ALL, questions: 0 }, true, '2026-11-21T09:07:30.000Z'],
  ])('%s', (_what, spent, budget, urgent, at) => {
    expect(ask(spent, budget, urgent)).toBe(at)
  }) // biome-ignore format: a row each
})

test('a request is counted in its slice of five minutes, and old slices are dropped', () => {
  const spent = { 'issues 2026-11-21T08:05': 2, 'issues 2026-11-21T07:05': 3, 'issues 2026-11-21T07:00': 4 }
  expect(countRequest(spent, 'issues', NOW, HOUR)).toEqual({
    'issues 2026-11-21T08:05': 3,
    'issues 2026-11-21T07:05': 3,
  })
  expect(countRequest({}, 'a b', '2026-11-21T08:59:59.999Z', HOUR)).toEqual({ 'a b 2026-11-21T08:55': 1 })
})

test('all requests of the last hour count, or those of the busiest resource', () => {
  const spent = {
    'issues 2026-11-21T08:05': 2,
    'series 2026-11-21T07:10': 3,
    'issues 2026-11-21T07:05': 2,
    'issues 2026-11-21T07:00': 9,
  }
  expect([requestsLastHour(spent, 'all', NOW), requestsLastHour(spent, 'each resource', NOW)]).toEqual([7, 4])
  expect(requestsLastHour({}, 'all', NOW)).toBe(0)
})
