import { expect, test } from 'bun:test'
import { triggers, wireTriggerOf, wireTriggers } from './states'

test('the trigger of a search is reported with a word that tools know', () => {
  for (const trigger of triggers) expect(wireTriggers).toContain(wireTriggerOf(trigger))
  for (const trigger of wireTriggers) expect(wireTriggerOf(trigger)).toBe(trigger)
  expect([wireTriggerOf('next_candidate'), wireTriggerOf('story_arc')]).toEqual(['issue_retry', 'issue_wanted'])
})
