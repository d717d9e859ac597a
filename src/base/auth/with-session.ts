import { Elysia } from 'elysia'
import type { Session } from './session'

/** Passes the session that the gate verified to the routes of a feature. */
export const withSession = (sessionOf: (request: Request) => Session | undefined) =>
  new Elysia({ name: 'session' }).derive({ as: 'scoped' }, ({ request }) => {
    const session = sessionOf(request)
    // The gate refuses requests without a session, so this is a bug and answers 500.
    if (!session) throw new Error('a route that needs a session was reached without one')
    return { session }
  })
