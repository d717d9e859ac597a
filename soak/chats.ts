import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ThreadReply } from '../src/edges/ai/chat/schema'
import type { TestApp } from '../src/testing/app'
import { makePng } from '../src/testing/archives/archives'
import { beginTurn, chatApp, framesOf, threadIn, threadOf } from '../src/testing/assistant/chat'
import { type FakeLanguageModel, fakeLanguageModel, type ScriptedReply } from '../src/testing/fakes/language-model'
import { makeFile, makeIssues, makeSeries } from '../src/testing/make'
import { chance } from './mangled-names'
import type { Soak } from './soak'

const SEED = 18
const MB = 1024 * 1024
/** The most memory that the second half of the turns may add. */
const MOST_GROWTH = 25 * MB
/** With fewer turns, memory growth is not checked: the runtime's caches still fill. */
const MEASURED_FROM = 400
/** The number of turns in one chat. */
const TURNS_IN_CHAT = 50
const ANSWER = 'Harbor Lights misses issue 2. '.repeat(20)
const IMAGE = { name: 'page.png', bytes: makePng(200, 300, [10, 120, 200]) }
const QUERY: ScriptedReply = { calls: [{ name: 'series_with_gaps', arguments: {} }] }
const PROPOSAL: ScriptedReply = { calls: [{ name: 'propose_want_issues', arguments: { issue_ids: ['harbor-2'] } }] }

/** The random outcome of a turn: most are answered. */
const ENDS = ['answered', 'answered', 'proposed', 'with an image', 'left', 'cut off'] as const
type End = (typeof ENDS)[number]
const STATUS: Record<End, string> = {
  answered: 'complete',
  proposed: 'complete',
  'with an image': 'complete',
  left: 'cancelled',
  'cut off': 'error',
}

export const soak: Soak = {
  name: 'chats',
  about: 'chat turns with queries, proposals, images, leaving clients and broken replies; memory stays flat',
  full: 1000,
  async run(turns, report) {
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-chats-'))
    const fake = fakeLanguageModel()
    const app = await open(folder, fake)
    const pick = chance(SEED)
    const tally: Record<string, number> = {}
    let [before, threadId]: [number, string | undefined] = [0, undefined]
    try {
      for (let turn = 1; turn <= turns; turn++) {
        const end = pick.from(ENDS)
        threadId = await runTurn(app, fake, end, threadId)
        const { messages } = await endedThread(app, threadId)
        const status = messages.at(-1)?.status ?? 'none'
        if (status !== STATUS[end]) throw new Error(`Turn ${turn} (${end}) ended as ${status}.`)
        tally[end] = (tally[end] ?? 0) + 1
        if (turn % TURNS_IN_CHAT === 0) threadId = undefined
        fake.requests.length = 0
        app.events()
        await app.clock.advance('7 s')
        if (turn === Math.ceil(turns / 2)) before = memory()
      }
      const grown = memory() - before
      const counts = Object.entries(tally).map(([how, count]) => `${count} ${how}`)
      report(`${turns} turns: ${counts.join(', ')}`)
      report(`${Math.round(memory() / MB)} MB, ${Math.round(grown / MB)} MB more than at half time`)
      if (turns >= MEASURED_FROM && grown > MOST_GROWTH) throw new Error(`Memory grew by ${Math.round(grown / MB)} MB.`)
    } finally {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function open(folder: string, fake: FakeLanguageModel): Promise<TestApp> {
  const limits = { ai_rpm_limit: '0', ai_daily_token_limit: '0', ai_circuit_threshold: '100' }
  const app = await chatApp(fake, { folder, databasePath: join(folder, 'panelkeep.db'), settings: limits })
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', [1, 2, 3])
  makeFile(app.db, { issues: ['harbor-1', 'harbor-3'] })
  return app
}

/** Runs one turn. Returns the id of the thread. */
async function runTurn(app: TestApp, fake: FakeLanguageModel, end: End, threadId: string | undefined): Promise<string> {
  fake.reply(...repliesOf(end))
  const thread = threadId === undefined ? {} : { thread_id: threadId }
  const images = end === 'with an image' ? { images: [IMAGE] } : {}
  const reply = await beginTurn(app, { content: 'Which issues are missing?', ...thread, ...images })
  const frames = await framesOf(reply, ({ type }) => end === 'left' && type === 'text')
  return threadId ?? threadIn(frames)
}

function repliesOf(end: End): ScriptedReply[] {
  switch (end) {
    case 'proposed':
      return [QUERY, PROPOSAL, { text: 'Confirm it.' }]
    case 'left':
      return [{ text: ANSWER, untilAt: 20, until: new Promise(() => {}) }]
    case 'cut off':
      return [{ text: ANSWER, cutAfter: 12 }]
    default:
      return [QUERY, { text: ANSWER }]
  }
}

/** Waits until the last reply of the thread has ended, since a client that left does not wait. */
async function endedThread(app: TestApp, threadId: string): Promise<ThreadReply> {
  for (;;) {
    const thread = await threadOf(app, threadId)
    if (thread.messages.every(({ status }) => status !== 'streaming')) return thread
    await Bun.sleep(1)
  }
}

function memory(): number {
  Bun.gc(true)
  return process.memoryUsage.rss()
}
