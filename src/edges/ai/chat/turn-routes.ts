import { Elysia } from 'elysia'
import type { Session } from '../../../base/auth/session'
import { withSession } from '../../../base/auth/with-session'
import { RawReply } from '../../../base/http/wire'
import type { Chat } from './service'
import { streamReply } from './stream-reply'
import { readTurnForm, TURN_FORM } from './turn-form'

interface Deps {
  chat: Chat
  sessionOf: (request: Request) => Session | undefined
  keepOpen: (request: Request) => void
}

/** Register these routes before `bodies`: images make the body larger than others. */
export const turnRoutes = ({ chat, sessionOf, keepOpen }: Deps) =>
  new Elysia({ tags: ['assistant'] }).use(withSession(sessionOf)).post(
    '/api/ai/chat/turns/stream',
    async ({ session, request }) => {
      const form = await readTurnForm(request)
      keepOpen(request)
      return streamReply(chat.turn(session.username, form, request.signal))
    },
    { parse: 'none', response: RawReply(['text/event-stream']), detail: { form: TURN_FORM } as object },
  )
