import { Elysia } from 'elysia'
import { SUCCESS } from '../../../base/http/success'
import { RawReply, SuccessReply } from '../../../base/http/wire'
import * as schema from './schema'
import type { Chat } from './service'
import { streamReply } from './stream-reply'

interface Deps {
  chat: Chat
  keepOpen: (request: Request) => void
}

/** Routes for chats with the assistant. */
export const chatRoutes = ({ chat, keepOpen }: Deps) =>
  new Elysia({ tags: ['assistant'] })
    .post(
      '/api/ai/chat/stream',
      ({ body, request }) => {
        const frames = chat.converse(body.messages, request.signal)
        keepOpen(request)
        return streamReply(frames)
      },
      { body: schema.ConverseBody, response: RawReply(['text/event-stream']) },
    )
    .get('/api/ai/chat/threads', ({ query }) => chat.threads(query), {
      query: schema.ThreadsQuery,
      response: schema.ThreadsReply,
    })
    .get('/api/ai/chat/threads/:thread_id', ({ params }) => chat.thread(params.thread_id), {
      params: schema.ThreadParams,
      response: schema.ThreadReply,
    })
    .patch('/api/ai/chat/threads/:thread_id', ({ params, body }) => chat.rename(params.thread_id, body.title), {
      params: schema.ThreadParams,
      body: schema.RenameThreadBody,
      response: schema.ThreadView,
    })
    .delete(
      '/api/ai/chat/threads/:thread_id',
      async ({ params }) => {
        await chat.remove(params.thread_id)
        return SUCCESS
      },
      { params: schema.ThreadParams, response: SuccessReply },
    )
    .get(
      '/api/ai/chat/threads/:thread_id/attachments/:attachment_id',
      async ({ params }) => imageReply(await chat.attachment(params.thread_id, params.attachment_id)),
      { params: schema.AttachmentParams, response: RawReply(['image/*']) },
    )

/** The image never changes under its id, and only its user may see it. */
const imageReply = (image: Blob) =>
  new Response(image, {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=31536000, immutable' },
  })
