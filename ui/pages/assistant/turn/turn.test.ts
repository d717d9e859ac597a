import { describe, expect, test } from 'bun:test'
import { proposedAction as action, chatMessage } from '../../../testing/assistant'
import type { ChatMessage, TurnFrame } from '../wire'
import { afterEnd, afterFrame, messagesOf, newTurn, type Turn } from './turn'

const question = chatMessage({ content: 'Which series have gaps?' })
const reply = (more: Partial<ChatMessage> = {}): ChatMessage => ({
  ...question,
  id: 'm2',
  role: 'assistant',
  content: '',
  ...more,
})
const thread = { id: 't1', title: 'New chat', created_at: '', updated_at: '', message_count: 0 }
const begun: TurnFrame[] = [
  { type: 'thread', thread },
  { type: 'user_message', message: question },
]
const word = (content: string): TurnFrame => ({ type: 'text', content, message_id: 'm2' })
const turnOf = (...frames: TurnFrame[]): Turn => frames.reduce(afterFrame, newTurn(undefined))
describe('a turn', () => {
  test('collects its question, rows, text and proposals', () => {
    const data = [{ ComicName: 'Harbor Lights' }]
    const results = [{ pattern_id: 'series_with_gaps', data }]
    const content = 'Harbor Lights misses three.'
    const whole = reply({ content, results, actions: [action] })
    const arriving = turnOf(
      ...begun,
      { type: 'results', pattern_id: 'series_with_gaps', data, message_id: 'm2' },
      word('Harbor Lights '),
      word('misses three.'),
      { type: 'action', action, message_id: 'm2' },
    )
    expect(arriving).toMatchObject({ phase: 'answering', thread: { id: 't1' } })
    expect(arriving.messages[1]).toMatchObject({ content, results, actions: [action], status: 'streaming' })
    const turn = afterFrame(arriving, { type: 'done', message: whole })
    expect(turn).toMatchObject({ phase: 'ended', messages: [question, whole] })
  })

  test('replaces a proposal that changed', () => {
    const turn = turnOf(
      { type: 'action', action, message_id: 'm2' },
      { type: 'action', action: { ...action, status: 'dismissed' }, message_id: 'm2' },
    )
    expect(turn.messages[0]?.actions?.map(({ status }) => status)).toEqual(['dismissed'])
  })

  test('that fails keeps what has arrived, with the reason', () => {
    const error: TurnFrame = {
      type: 'error',
      code: 'provider_error',
      content: 'Too slow.',
      retryable: true,
      message_id: 'm2',
    }
    const turn = turnOf(...begun, word('Half'), error, { type: 'done', message: null })
    expect(turn.messages[1]).toMatchObject({ content: 'Half', status: 'error', error: 'Too slow.', retryable: true })
    expect(turn.phase).toBe('ended')
  })

  test('that fails before the first word has only the reason', () => {
    const error: TurnFrame = {
      type: 'error',
      code: 'provider_error',
      content: 'The model server rejected the key (401).',
      retryable: false,
    }
    const turn = turnOf(...begun, error, { type: 'done', message: null })
    expect(turn.failure).toMatchObject({ detail: 'The model server rejected the key (401).', retryable: false })
  })

  test('about an image that the model cannot see is removed', () => {
    const turn = turnOf(...begun, {
      type: 'error',
      code: 'vision_unsupported',
      content: 'No images.',
      retryable: false,
    })
    expect(turn).toMatchObject({ messages: [], failure: { detail: 'No images.' } })
  })

  test('that is stopped keeps its part of the reply', () => {
    expect(afterEnd(turnOf(...begun, word('Half'))).messages[1]).toMatchObject({ content: 'Half', status: 'cancelled' })
    expect(afterEnd(turnOf(...begun))).toMatchObject({ phase: 'ended', failure: undefined })
  })

  test('that is interrupted says so; a turn that has ended no longer changes', () => {
    const lost = { detail: 'The connection was lost.', retryable: true }
    expect(afterEnd(turnOf(...begun, word('Half')), lost).messages[1]).toMatchObject({
      status: 'error',
      error: lost.detail,
    })
    const ended = turnOf(...begun, { type: 'done', message: reply() })
    expect(afterEnd(ended, lost)).toBe(ended)
  })

  test('skips unknown frames', () => {
    const turn = turnOf(...begun)
    expect(afterFrame(turn, { type: 'thinking' } as never)).toBe(turn)
  })
})

describe('the messages on screen', () => {
  const shown = (kept: ChatMessage[], turn: Turn | undefined) =>
    messagesOf(kept, turn).map(({ content, status }) => `${content} ${status}`)
  const ended = afterEnd(turnOf(...begun, word('Half')))

  test('are the stored ones, followed by the newer ones of the turn', () => {
    const turn = turnOf(...begun, word('New words'))
    const whole = [`${question.content} complete`, 'New words streaming']
    expect(shown([question, reply({ content: 'New', status: 'streaming' })], turn)).toEqual(whole)
    expect(shown([], turn)).toEqual(whole)
    expect(messagesOf([question], undefined)).toEqual([question])
  })

  test('are only the stored ones once the turn has ended and is stored', () => {
    expect(shown([question, reply({ content: 'Kept', status: 'cancelled' })], ended)[1]).toBe('Kept cancelled')
    // The server has not stopped the turn yet, or the chat has not been refetched.
    expect(shown([question, reply({ content: 'Ha', status: 'streaming' })], ended)[1]).toBe('Half cancelled')
    expect(shown([question], ended)[1]).toBe('Half cancelled')
  })

  test('have the new reply in place of the retried one', () => {
    const before = [question, reply({ id: 'm0', content: 'Failed', status: 'error' })]
    const sending = newTurn('t1', 'm0')
    expect(shown(before, sending)).toEqual([`${question.content} complete`])
    const answering = [begun[1]!, word('New')].reduce(afterFrame, sending)
    expect(shown(before, answering)).toEqual([`${question.content} complete`, 'New streaming'])
    expect(shown(before, afterEnd(answering))[1]).toBe('New cancelled')
    const refused = afterEnd(sending, { detail: 'This chat is gone.', retryable: false })
    expect(shown(before, refused)).toHaveLength(2)
  })
})
