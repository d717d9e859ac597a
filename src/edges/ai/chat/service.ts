import type { Clock } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { today } from '../../../library/reading/today'
import type { ActionProposals } from '../actions/service'
import { deleteActionsOf } from '../actions/store'
import type { Attachments } from './attachments'
import { cursorOf, threadPlaceOf } from './cursor'
import { type ChatFrame, frameStream } from './frames'
import { conversationOf, MOST_HISTORY } from './history'
import type { ThreadReply, ThreadsReply, ThreadView } from './schema'
import { LONGEST_MESSAGE, LONGEST_TITLE } from './states'
import * as store from './store'
import type { ThreadTurns } from './thread-turns'
import { failureOf, INTERNAL } from './turn-failures'
import type { TurnForm } from './turn-form'
import type { TurnRunner } from './turn-runner'
import { messageView, threadView } from './wire'

interface Deps {
  db: Database
  clock: Clock
  attachments: Attachments
  turns: ThreadTurns
  runner: Pick<TurnRunner, 'run'>
  proposals: Pick<ActionProposals, 'ofThread'>
  /** Throws TurnRefused when no turn can begin. */
  admit: () => void
  newId: () => string
  logFailure: (error: unknown) => void
}

const PER_PAGE = 20

/** Chats with the assistant. Each user sees only their own. */
export class Chat {
  constructor(private readonly deps: Deps) {}

  /** Throws Refusal 'invalid' for an invalid cursor. */
  threads({ cursor, limit = PER_PAGE }: { cursor?: string; limit?: number }): ThreadsReply {
    const { db } = this.deps
    const place = cursor === undefined || cursor === '' ? undefined : threadPlaceOf(cursor)
    const rows = store.listThreads(db.read, limit + 1, place)
    const shown = rows.slice(0, limit)
    const counts = store.countMessages(
      db.read,
      shown.map(({ thread_id }) => thread_id),
    )
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      threads: shown.map((row) => threadView(row, counts.get(row.thread_id) ?? 0)),
      next_cursor: last ? cursorOf(last) : null,
    }
  }

  /** Throws Refusal 'missing'. */
  thread(threadId: string): ThreadReply {
    const { db, proposals } = this.deps
    const row = this.need(threadId)
    const messages = store.messagesOf(db.read, threadId)
    const attachments = store.attachmentsOf(db.read, threadId)
    const actions = proposals.ofThread(threadId)
    return {
      ...threadView(row, messages.length),
      messages: messages.map((message) => messageView(message, attachments, actions)),
    }
  }

  /** Throws Refusal 'missing', and 'invalid' for a title that is empty or too long. */
  rename(threadId: string, title: unknown): ThreadView {
    const { db } = this.deps
    const row = this.need(threadId)
    const line = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : ''
    if (line === '') throw new Refusal('invalid', 'Enter a title.')
    if (line.length > LONGEST_TITLE)
      throw new Refusal('invalid', `The title is too long: at most ${LONGEST_TITLE} characters are accepted.`)
    db.write((tx) => store.renameThread(tx, threadId, line))
    return threadView({ ...row, title: line }, store.countMessages(db.read, [threadId]).get(threadId) ?? 0)
  }

  /** Deletes a thread with its messages, images and proposals; applied changes stay. Throws Refusal 'missing'. */
  async remove(threadId: string): Promise<void> {
    const { db, attachments } = this.deps
    this.need(threadId)
    const files = store.attachmentsOf(db.read, threadId)
    db.write((tx) => {
      deleteActionsOf(tx, threadId)
      store.deleteThread(tx, threadId)
    })
    await attachments.discard(files.map(({ attachment_id }) => attachment_id))
  }

  /** Throws Refusal 'missing'. */
  async attachment(threadId: string, attachmentId: string): Promise<Blob> {
    const { db, attachments } = this.deps
    this.need(threadId)
    const isKnown = store.attachmentsOf(db.read, threadId).some((row) => row.attachment_id === attachmentId)
    if (!isKnown) throw new Refusal('missing', 'There is no such image in this chat.')
    return attachments.blob(attachmentId)
  }

  /** Answers one question in a thread, and stores question and reply. Server-sent events. */
  turn(form: TurnForm, signal: AbortSignal): ReadableStream<Uint8Array> {
    const { turns, clock } = this.deps
    return frameStream({ clock, signal, run: (send, left) => turns.run({ form, send, signal: left }) })
  }

  /** Answers a conversation that the client keeps. Throws Refusal 'invalid' when it is not one. */
  converse(messages: unknown, signal: AbortSignal): ReadableStream<Uint8Array> {
    const { clock } = this.deps
    const said = conversationIn(messages)
    return frameStream({ clock, signal, run: (send, left) => this.answer(said, send, left) })
  }

  private async answer(said: readonly Said[], send: (frame: ChatFrame) => void, signal: AbortSignal) {
    const { runner, admit, newId, logFailure } = this.deps
    const rows = said.map((message) => ({ ...message, results: [] }))
    try {
      admit()
      await runner.run(
        { messages: conversationOf(rows, [], today(this.deps)), context: { message_id: newId() }, signal },
        {
          text: (content) => send({ type: 'text', content }),
          results: (pattern_id, data) => send({ type: 'results', pattern_id, data }),
          action: (action) => send({ type: 'action', action }),
        },
      )
    } catch (error) {
      if (signal.aborted) return
      const known = failureOf(error)
      if (!known) logFailure(error)
      send({ type: 'error', ...(known ?? INTERNAL) })
    }
    send({ type: 'done' })
  }

  private need(threadId: string): store.ThreadRow {
    const row = store.findThread(this.deps.db.read, threadId)
    if (!row) throw new Refusal('missing', 'This chat is gone.')
    return row
  }
}

interface Said {
  role: 'user' | 'assistant'
  content: string
}

/** The last messages of a body. Throws Refusal 'invalid'. */
function conversationIn(messages: unknown): Said[] {
  if (!Array.isArray(messages) || messages.length === 0)
    throw new Refusal('invalid', 'Send the conversation as a list in "messages".')
  const last = messages.slice(-MOST_HISTORY)
  if (!last.every(isSaid))
    throw new Refusal('invalid', 'Each message needs a "role" (user or assistant) and a text in "content".')
  if (last.at(-1)?.role !== 'user' || last.at(-1)?.content.trim() === '')
    throw new Refusal('invalid', 'The last message has to be a question of the user.')
  if (last.some(({ content }) => content.length > LONGEST_MESSAGE))
    throw new Refusal('invalid', `A message is too long: at most ${LONGEST_MESSAGE} characters are accepted.`)
  return last
}

function isSaid(message: unknown): message is Said {
  if (typeof message !== 'object' || message === null) return false
  const { role, content } = message as Record<string, unknown>
  return (role === 'user' || role === 'assistant') && typeof content === 'string'
}
