import { Elysia } from 'elysia'
import type { Session } from '../../../base/auth/session'
import { withSession } from '../../../base/auth/with-session'
import { SUCCESS } from '../../../base/http/success'
import { RawReply, SuccessReply } from '../../../base/http/wire'
import * as schema from './schema'
import type { Chat } from './service'
import { streamReply } from './stream-reply'

interface Deps {
  chat: Chat
  sessionOf: (request: Request) => Session | undefined
  keepOpen: (request: Request) => void
}

/** Routes for chats with the assistant. */
export const chatRoutes = ({ chat, sessionOf, keepOpen }: Deps) =>
  new Elysia({ tags: ['assistant'] })
    .use(withSession(sessionOf))
    .post(
      '/api/ai/chat/stream',
      ({ session, body, request }) => {
        const frames = chat.converse(session.username, body.messages, request.signal)
        keepOpen(request)
        return streamReply(frames)
      },
      { body: schema.ConverseBody, response: RawReply(['text/event-stream']) },
    )
    .get('/api/ai/chat/threads', ({ session, query }) => chat.threads(session.username, query), {
      query: schema.ThreadsQuery,
      response: schema.ThreadsReply,
    })
    .get('/api/ai/chat/threads/:thread_id', ({ session, params }) => chat.thread(session.username, params.thread_id), {
      params: schema.ThreadParams,
      response: schema.ThreadReply,
    })
    .patch(
      '/api/ai/chat/threads/:thread_id',
      ({ session, params, body }) => chat.rename(session.username, params.thread_id, body.title),
      { params: schema.ThreadParams, body: schema.RenameThreadBody, response: schema.ThreadView },
    )
    .delete(
      '/api/ai/chat/threads/:thread_id',
      async ({ session, params }) => {
        await chat.remove(session.username, params.thread_id)
        return SUCCESS
      },
      { params: schema.ThreadParams, response: SuccessReply },
    )
    .get(
      '/api/ai/chat/threads/:thread_id/attachments/:attachment_id',
      async ({ session, params }) =>
        imageReply(await chat.attachment(session.username, params.thread_id, params.attachment_id)),
      { params: schema.AttachmentParams, response: RawReply(['image/*']) },
    )

/** The image never changes under its id, and only its user may see it. */
const imageReply = (image: Blob) =>
  new Response(image, {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=31536000, immutable' },
  })
