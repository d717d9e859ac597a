import type { Decision, RequestEvent } from './states'

/**
 * The decision about a request after an event; undefined when the event does not apply. Asking again for what was
 * declined puts the request before the owner once more, and so does a series that could not be added.
 */
export function decisionAfter(decision: Decision, event: RequestEvent): Decision | undefined {
  return AFTER[event][decision]
}

const AFTER: Record<RequestEvent, Partial<Record<Decision, Decision>>> = {
  ask: { asked: 'asked', accepted: 'accepted', declined: 'asked' },
  accept: { asked: 'accepted', declined: 'accepted' },
  decline: { asked: 'declined' },
  remove: { accepted: 'declined' },
  vanish: { asked: 'declined', accepted: 'declined' },
  fail: { accepted: 'asked' },
}
