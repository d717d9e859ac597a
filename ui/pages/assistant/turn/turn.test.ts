import { describe, expect, test } from 'bun:test'
import { proposedAction as action } from '../../../testing/assistant'
import type { ChatMessage, TurnFrame } from '../wire'
import { afterEnd, afterFrame, messagesOf, newTurn, type Turn } from './turn'

const question: ChatMessage = {
  id: 'm1',
  thread_id: 't1',
  role: 'user',
  content: 'Which series have gaps?',
  status: 'complete',
  attachments: [],
  created_at: '2026-11-23T08:00:00.000Z',
}
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
  test('gathers its question, rows, words and proposals', () => {
    const data = [{ ComicName: 'Harbor Lights' }]
    const turn = turnOf(
      ...begun,
      { type: 'results', pattern_id: 'series_with_gaps', data, message_id: 'm2' },
      word('Harbor Lights '),
      word('misses three.'),
      { type: 'action', action, message_id: 'm2' },
      { type: 'done', message: { id: 'm2', role: 'assistant', status: 'complete' } },
    )
    expect(turn).toMatchObject({ phase: 'ended', thread: { id: 't1' }, messages: [question, { id: 'm2' }] })
    expect(turn.messages[1]).toMatchObject({
      content: 'Harbor Lights misses three.',
      status: 'complete',
      results: [{ pattern_id: 'series_with_gaps', data }],
      actions: [action],
    })
  })

  test('replaces a proposal that changed', () => {
    const turn = turnOf(
      { type: 'action', action, message_id: 'm2' },
      { type: 'action', action: { ...action, status: 'dismissed' }, message_id: 'm2' },
    )
    expect(turn.messages[0]?.actions?.map(({ status }) => status)).toEqual(['dismissed'])
  })

  test('that fails keeps what has arrived, with the reason', () => {
    const error: TurnFrame = { type: 'error', code: 'timeout', content: 'Too slow.', retryable: true }
    const turn = turnOf(...begun, word('Half'), error, { type: 'done', message: null })
    expect(turn.messages[1]).toMatchObject({ content: 'Half', status: 'error', error: 'Too slow.', retryable: true })
    expect(turn.phase).toBe('ended')
  })

  test('that fails before its first word has the reason alone', () => {
    const error: TurnFrame = { type: 'error', content: 'The model server rejected the key (401).' }
    const turn = turnOf(...begun, error, { type: 'done', message: null })
    expect(turn.failure).toMatchObject({ detail: 'The model server rejected the key (401).', retryable: false })
  })

  test('about an image that the model cannot see is taken back', () => {
    const turn = turnOf(...begun, { type: 'error', code: 'vision_unsupported', content: 'No images.' })
    expect(turn).toMatchObject({ messages: [], failure: { detail: 'No images.' } })
  })

  test('that is stopped keeps its part of the reply', () => {
    expect(afterEnd(turnOf(...begun, word('Half'))).messages[1]).toMatchObject({ content: 'Half', status: 'cancelled' })
    expect(afterEnd(turnOf(...begun))).toMatchObject({ phase: 'ended', failure: undefined })
  })

  test('that breaks off says so, and one that ended does not change any more', () => {
    const lost = { detail: 'The connection was lost.', retryable: true }
    expect(afterEnd(turnOf(...begun, word('Half')), lost).messages[1]).toMatchObject({
      status: 'error',
      error: lost.detail,
    })
    const ended = turnOf(...begun, { type: 'done', message: { id: 'm2', status: 'complete' } })
    expect(afterEnd(ended, lost)).toBe(ended)
  })

  test('skips frames that it does not know', () => {
    const turn = turnOf(...begun)
    expect(afterFrame(turn, { type: 'thinking' } as never)).toBe(turn)
  })
})

describe('the messages on screen', () => {
  test('are those that are kept, and the newer ones of the turn', () => {
    const turn = turnOf(...begun, word('New words'))
    const shown = messagesOf([question, reply({ content: 'New', status: 'streaming' })], turn)
    expect(shown.map(({ content }) => content)).toEqual([question.content, 'New words'])
    expect(messagesOf([], turn)).toHaveLength(2)
    expect(messagesOf([question], undefined)).toEqual([question])
  })

  test('are those that are kept once the turn has ended', () => {
    const turn = afterEnd(turnOf(...begun, word('Half')))
    const shown = (status: ChatMessage['status']) => messagesOf([question, reply({ content: 'Kept', status })], turn)[1]
    expect(shown('cancelled')?.content).toBe('Kept')
    // The server has not noticed yet that the turn was stopped.
    expect(shown('streaming')?.status).toBe('cancelled')
  })
})
