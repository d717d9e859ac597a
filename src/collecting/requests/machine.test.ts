import { expect, test } from 'bun:test'
import { decisionAfter } from './machine'
import { type Decision, decisions, type RequestEvent, requestEvents } from './states'

/** Every event in every state. */
const TABLE: Record<RequestEvent, Record<Decision, Decision | undefined>> = {
  ask: { asked: 'asked', accepted: 'accepted', declined: 'asked' },
  accept: { asked: 'accepted', accepted: undefined, declined: 'accepted' },
  decline: { asked: 'declined', accepted: undefined, declined: undefined },
  remove: { asked: undefined, accepted: 'declined', declined: undefined },
  vanish: { asked: 'declined', accepted: 'declined', declined: undefined },
  fail: { asked: undefined, accepted: 'asked', declined: undefined },
}

const rows = requestEvents.flatMap((event) => decisions.map((from) => [from, event, TABLE[event][from]] as const))

test.each(rows)('%s, then %s: %p', (from, event, to) => {
  expect(decisionAfter(from, event)).toBe(to)
})
