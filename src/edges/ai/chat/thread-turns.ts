import type { Clock, Log, Random } from '../../../base/platform/ports'
import { SerialQueue } from '../../../base/platform/serial-queue'
import type { Database } from '../../../base/storage/database'
import { passingSentence } from '../../../base/storage/write-errors'
import { today } from '../../../library/reading/today'
import type { ProposedAction } from '../actions/schema'
import { InvalidImage } from './attachment-images'
import type { Attachments, StoredImage } from './attachments'
import type { ChatFrame } from './frames'
import { conversationOf, MOST_HISTORY } from './history'
import { LONGEST_TITLE } from './states'
import * as store from './store'
import type { QueryResult } from './tables'
import { failureOf, INTERNAL, type TurnFailure, TurnRefused } from './turn-failures'
import type { TurnForm } from './turn-form'
import type { TurnRunner } from './turn-runner'
import { messageView, threadView } from './wire'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  attachments: Attachments
  runner: Pick<TurnRunner, 'run'>
  /** Throws TurnRefused when no turn can begin. */
  admit: () => void
}

interface Turn {
  form: TurnForm
  send: (frame: ChatFrame) => void
  signal: AbortSignal
}

/** How often a reply in progress is saved to its row. */
const SAVED_EVERY_MS = 2000
export const ENDED_EARLY = 'Panelkeep was closed before the reply was complete.'

/** Turns that are stored. The turns of one thread run one after the other. */
export class ThreadTurns {
  private readonly queues = new Map<string, SerialQueue>()
  private readonly running = new Set<Promise<void>>()
  private readonly stopping = new AbortController()

  constructor(private readonly deps: Deps) {}

  /** Answers the question of a form, and writes the events as frames. Never throws. */
  async run(turn: Turn): Promise<void> {
    const signal = AbortSignal.any([turn.signal, this.stopping.signal])
    const work = this.inOrder(turn.form.threadId, () => this.answerTurn({ ...turn, signal }))
    this.running.add(work)
    await work.finally(() => this.running.delete(work))
  }

  /** Call at a start: ends replies that the last process left open as failed. */
  recover(): void {
    this.deps.db.write((tx) => store.endStreaming(tx, ENDED_EARLY))
  }

  /** Ends running turns; the received part of each reply is kept. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await Promise.allSettled(this.running)
  }

  private async inOrder(threadId: string | undefined, work: () => Promise<void>): Promise<void> {
    if (threadId === undefined) return work()
    const queue = this.queues.get(threadId) ?? new SerialQueue()
    this.queues.set(threadId, queue)
    await queue.run(work)
    if (queue.isIdle) this.queues.delete(threadId)
  }

  private async answerTurn(turn: Turn): Promise<void> {
    if (turn.signal.aborted) return
    try {
      const question = await this.store(turn)
      await this.answer(turn, question)
    } catch (error) {
      if (error instanceof InvalidImage) return refuse(turn, new TurnRefused('invalid_image', error.message))
      if (error instanceof TurnRefused) return refuse(turn, error)
      const why = passingSentence(error)
      if (why === undefined) this.deps.log.error('ai', 'turn failed', { error })
      turn.send({ type: 'error', ...INTERNAL, ...(why === undefined ? {} : { content: why }) })
      turn.send({ type: 'done', message: null })
    }
  }

  /** Stores the question, in a new thread when the form names none, and announces both. */
  private async store({ form, send }: Turn): Promise<store.MessageRow> {
    this.deps.admit()
    if (form.threadId !== undefined && !store.findThread(this.deps.db.read, form.threadId))
      throw new TurnRefused('thread_not_found', 'This chat is gone. Start a new one.')
    const question = form.retryMessageId === undefined ? await this.ask(form, send) : this.askAgain(form)
    const images = store.attachmentsOf(this.deps.db.read, question.thread_id)
    send({ type: 'user_message', message: messageView(question, images) })
    return question
  }

  private async ask(form: TurnForm, send: Turn['send']): Promise<store.MessageRow> {
    const { db, clock, random, attachments } = this.deps
    const images = await attachments.write(form.images)
    try {
      const { thread, question } = db.write((tx) => {
        const at = clock.now()
        const thread_id = form.threadId ?? random.id()
        const made = { thread_id, title: titleOf(form), created_at: at, updated_at: at }
        if (form.threadId === undefined) store.insertThread(tx, made)
        else if (!store.findThread(tx, thread_id))
          throw new TurnRefused('thread_not_found', 'This chat is gone. Start a new one.')
        const message = {
          message_id: random.id(),
          thread_id,
          role: 'user',
          status: 'complete',
          created_at: at,
        } as const
        const question = store.insertMessage(tx, { ...message, content: form.content })
        attachments.list(tx, question.message_id, images)
        return { thread: form.threadId === undefined ? made : undefined, question }
      })
      if (thread) send({ type: 'thread', thread: threadView(thread, 0) })
      return question
    } catch (error) {
      await attachments.discard(images.map(({ attachment_id }: StoredImage) => attachment_id))
      throw error
    }
  }

  /** The last question of the thread, whose reply is removed. `retryMessageId` names either of the two. */
  private askAgain({ threadId = '', retryMessageId, content }: TurnForm): store.MessageRow {
    return this.deps.db.write((tx) => {
      const last = store.lastMessages(tx, threadId, 2)
      const question = last.findLast(({ role }) => role === 'user')
      const isLast = last.some(({ message_id }) => message_id === retryMessageId)
      const isSame = content === '' || content === question?.content
      if (!question || !isLast || !isSame)
        throw new TurnRefused(
          'retry_mismatch',
          'Only the last message of a chat can be sent again. Load the chat again.',
        )
      store.deleteMessagesBehind(tx, question)
      return question
    })
  }

  private async answer(turn: Turn, question: store.MessageRow): Promise<void> {
    const { db, clock, random, attachments, runner } = this.deps
    const { send, signal } = turn
    const { thread_id } = question
    const reply = db.write((tx) =>
      store.insertMessage(tx, {
        message_id: random.id(),
        thread_id,
        role: 'assistant',
        content: '',
        status: 'streaming',
        created_at: clock.now(),
      }),
    )
    const { message_id } = reply
    const images = await attachments.read(db.read, thread_id, question.message_id)
    const history = store
      .lastMessages(db.read, thread_id, MOST_HISTORY + 1)
      .filter((row) => row.message_id !== message_id)
    const draft = this.draftOf(message_id)
    const actions: ProposedAction[] = []
    const end = async (change: Parameters<typeof store.changeMessage>[2]) => {
      const row = await db.writeReturned((tx) => store.changeMessage(tx, message_id, { ...draft.now(), ...change }))
      send({ type: 'done', message: row ? messageView(row, [], actions) : null })
    }
    try {
      await runner.run(
        {
          messages: conversationOf(history, images, today({ db, clock })),
          context: { thread_id, message_id },
          signal,
        },
        {
          text(content) {
            draft.text(content)
            send({ type: 'text', content, message_id })
          },
          results(pattern_id, data) {
            draft.results({ pattern_id, data })
            send({ type: 'results', pattern_id, data, message_id })
          },
          action(action) {
            actions.push(action)
            send({ type: 'action', action, message_id })
          },
        },
      )
      await end({ status: 'complete' })
    } catch (error) {
      if (this.stopping.signal.aborted) return end({ status: 'error', error: ENDED_EARLY, retryable: true })
      if (signal.aborted) return end({ status: 'cancelled', retryable: true })
      const failure = this.failureOfTurn(error)
      send({ type: 'error', ...failure, message_id })
      if (failure.code === 'vision_unsupported') return this.removeQuestion(turn, question)
      await end({ status: 'error', error: failure.content, retryable: failure.retryable })
    }
  }

  private failureOfTurn(error: unknown): TurnFailure {
    const known = failureOf(error)
    if (known) return known
    this.deps.log.error('ai', 'turn failed', { error })
    return INTERNAL
  }

  /** Removes a question whose images the model cannot read, and its thread when the question was its first. */
  private async removeQuestion({ form, send }: Turn, { thread_id, message_id }: store.MessageRow): Promise<void> {
    const { db, attachments } = this.deps
    const files = store.attachmentsOf(db.read, thread_id)
    db.write((tx) => {
      const position = store.messagesOf(tx, thread_id).find((row) => row.message_id === message_id)?.position ?? 0
      store.deleteMessagesBehind(tx, { thread_id, position: position - 1 })
      if (form.threadId === undefined) store.deleteThread(tx, thread_id)
    })
    send({ type: 'done', message: null })
    await attachments.discard(files.filter((row) => row.message_id === message_id).map((row) => row.attachment_id))
  }

  /** The reply in progress, saved to its row at intervals: when the process ends, the received part is kept. */
  private draftOf(messageId: string) {
    const { db, clock } = this.deps
    const draft: { content: string; results: QueryResult[] } = { content: '', results: [] }
    let savedAt = clock.uptime()
    const save = () => {
      savedAt = clock.uptime()
      if (db.isLent) return // the end of the reply saves all of it
      db.write((tx) => store.changeMessage(tx, messageId, draft))
    }
    return {
      text(chunk: string) {
        draft.content += chunk
        if (clock.uptime() - savedAt >= SAVED_EVERY_MS) save()
      },
      results(result: QueryResult) {
        draft.results.push(result)
        save()
      },
      now: () => ({ ...draft }),
    }
  }
}

function refuse({ send }: Turn, { code, sentence }: TurnRefused): void {
  send({ type: 'error', code, content: sentence, retryable: false })
  send({ type: 'done', message: null })
}

/** The first words of the question. */
function titleOf({ content }: TurnForm): string {
  const line = content.replace(/\s+/g, ' ').trim()
  if (line === '') return 'Image'
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…`
}
