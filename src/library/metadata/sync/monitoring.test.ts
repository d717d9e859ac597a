import { expect, test } from 'bun:test'
import type { MonitorMode } from '../../series/states'
import type { IssueFacts } from '../providers/provider'
import { firstIntent, hasEnded, laterIntent, type Monitor, monitorPlan } from './monitoring'

const issue = (facts: IssueFacts) => ({ provider_id: '1', facts, detailed: false })

test.each<[Monitor | undefined, all: boolean, upcoming: boolean, first: Monitor, want_new: boolean]>([
  ['all', false, false, 'all', true],
  ['future', true, true, 'future', true],
  ['none', true, true, 'none', false],
  [undefined, true, true, 'all', true],
  [undefined, true, false, 'all', true],
  [undefined, false, true, 'future', true],
  [undefined, false, false, 'none', false],
])('the choice %p, or else the settings all: %p and upcoming: %p, make it %s', (monitor, all, upcoming, first, want_new) => {
  expect(monitorPlan(monitor, { autowant_all: all, autowant_upcoming: upcoming })).toEqual({ first, want_new })
}) // biome-ignore format: a table

test.each([
  ['ended', true],
  ['cancelled', true],
  ['ongoing', false],
  ['hiatus', false],
  ['announced', false],
  [null, false],
  [undefined, false],
])('a run that is %p has ended: %p', (publication, ended) => expect(hasEnded(publication)).toBe(ended))

test.each<[IssueFacts, wanted: boolean]>([
  [{ release_date: '2026-11-20' }, false],
  [{ release_date: '2026-11-21' }, true],
  [{ release_date: '2026-11-22' }, true],
  [{ issue_date: '2026-10' }, false],
  [{ issue_date: '2026-11' }, true],
  [{ issue_date: '2025' }, false],
  [{ issue_date: '2026' }, true],
  [{ release_date: '2026-11-01', digital_date: '2026-12-01', issue_date: '2027-01' }, false],
  [{ digital_date: '2026-12-01', issue_date: '2026-01' }, true],
  [{ digital_date: '2026-11-01', issue_date: '2027-01' }, false],
  [{}, false],
])('of announced issues one with %j is wanted: %p', (facts, wanted) => {
  const intent = firstIntent('future', { mode: 'blended', today: '2026-11-21' })(issue(facts))
  expect(intent).toBe(wanted ? 'wanted' : 'policy')
})

test.each<[Monitor, past: boolean, coming: boolean]>([
  ['all', true, true],
  ['future', false, true],
  ['none', false, false],
])('with the choice %s existing issues are wanted: %p, and later ones: %p', (monitor, past, coming) => {
  const intent = firstIntent(monitor, { mode: 'blended', today: '2026-11-21' })
  const wanted = ['1998-05-01', '2027-01-06'].map((release_date) => intent(issue({ release_date })) === 'wanted')
  expect(wanted).toEqual([past, coming])
}) // biome-ignore format: a table

test.each<[MonitorMode, IssueFacts['unit'], wanted: boolean]>([
  ['blended', 'volume', true],
  ['blended', 'chapter', true],
  ['volumes', 'volume', true],
  ['volumes', 'chapter', false],
  ['chapters', 'chapter', true],
  ['chapters', 'volume', false],
  ['chapters', 'issue', true],
  ['volumes', undefined, true],
])('when the user follows it as %s, one that counts as %p is wanted: %p', (mode, unit, wanted) => {
  const facts = unit ? { unit } : {}
  const intents = [firstIntent('all', { mode, today: '2026-11-21' }), laterIntent(true, mode)]
  for (const intent of intents) expect(intent(issue(facts))).toBe(wanted ? 'wanted' : 'policy')
  expect(laterIntent(false, mode)(issue(facts))).toBe('policy')
})
