import { Elysia } from 'elysia'
import { RawReply } from '../../../base/http/wire'
import type { Chat } from './service'
import { streamReply } from './stream-reply'
import { readTurnForm, TURN_FORM } from './turn-form'

interface Deps {
  chat: Chat
  keepOpen: (request: Request) => void
}

/** Register these routes before `bodies`: images make the body larger than others. */
export const turnRoutes = ({ chat, keepOpen }: Deps) =>
  new Elysia({ tags: ['assistant'] }).post(
    '/api/ai/chat/turns/stream',
    async ({ request }) => {
      const form = await readTurnForm(request)
      keepOpen(request)
      return streamReply(chat.turn(form, request.signal))
    },
    { parse: 'none', response: RawReply(['text/event-stream']), detail: { form: TURN_FORM } as object },
  )
