import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from '../src/base/storage/database'
import { type FakeLanguageModel, fakeLanguageModel, type ModelRequest } from '../src/testing/fakes/language-model'
import { makeFile, makeIssues, makeSeries } from '../src/testing/make'
import { tempFolder } from './folders'
import { type Client, type Panelkeep, startWithLogin } from './panelkeep'

/** The executable with a library that has gaps, and a scripted model server. */

export interface AssistantSetup {
  panelkeep: Panelkeep
  reader: Client
  model: FakeLanguageModel
  /** The address of the model server. */
  baseUrl: string
  stop(): Promise<void>
}

/** Harbor Lights has 2 of 4 issues, Copper Orchard all issues. */
export async function openAssistantSetup(env: Record<string, string> = {}): Promise<AssistantSetup> {
  const folder = tempFolder()
  const dataDir = folder.in('data')
  mkdirSync(dataDir, { recursive: true })
  fillLibrary(join(dataDir, 'panelkeep.db'))
  const model = fakeLanguageModel()
  const server = model.serve()
  const settings = { PANELKEEP_AI_BASE_URL: server.baseUrl, PANELKEEP_AI_MODEL: 'tiny-model' }
  const panelkeep = await startWithLogin({ dataDir, env: { ...settings, ...env } })
  return {
    panelkeep,
    reader: await panelkeep.reader(),
    model,
    baseUrl: server.baseUrl,
    async stop() {
      await panelkeep.stop()
      await server.stop()
      folder.remove()
    },
  }
}

function fillLibrary(path: string): void {
  const db = new Database(path, { publish: () => {} })
  makeSeries(db, { year: 2015, publisher: 'Northgate' })
  makeIssues(
    db,
    'harbor',
    [1, 2, 3, 4].map((n) => ({ number: String(n), release_date: `2015-0${n}-07` })),
  )
  for (const n of [1, 2]) makeFile(db, { issues: [`harbor-${n}`], path: `/library/Harbor Lights 00${n}.cbz` })
  makeSeries(db, { comic_id: 'copper', name: 'Copper Orchard', year: 2018 })
  makeIssues(db, 'copper', [1])
  makeFile(db, { issues: ['copper-1'], path: '/library/Copper Orchard 001.cbz' })
  db.close()
}

/** A model that finds gaps, and proposes to want the missing issues of the first series. */
export function playGaps(model: FakeLanguageModel, called = callTool): void {
  model.reply(
    called('series_with_gaps', { limit: 5 }),
    (request) => called('propose_want_issues', { series_id: firstComicId(request) }),
    'Harbor Lights misses two issues. Confirm the card to want them.',
  )
}

export const callTool = (name: string, args: unknown) => ({ calls: [{ name, arguments: args }] })
/** For models without tools: the first line of the reply is the call. */
export const writeCall = (pattern_id: string, parameters: unknown) => JSON.stringify({ pattern_id, parameters })

/** A model knows ids only from results. */
function firstComicId(request: ModelRequest): string {
  const text = JSON.stringify(request.body.messages.at(-1)?.content ?? '')
  return /\\"ComicID\\":\\"([^"\\]+)/.exec(text)?.[1] ?? 'none'
}

export interface TurnEvent {
  type: string
  content?: string
  pattern_id?: string
  data?: Record<string, unknown>[]
  thread?: { id: string }
  action?: { id: string; status: string; title: string; changes: { label: string }[] }
  message?: { id: string; status: string }
}

/** Sends a message and returns the events of its turn. */
export async function runTurn(reader: Client, content: string, threadId?: string): Promise<TurnEvent[]> {
  const form = new FormData()
  form.set('content', content)
  if (threadId !== undefined) form.set('thread_id', threadId)
  const reply = await fetch(`${reader.base}/api/ai/chat/turns/stream`, {
    method: 'POST',
    headers: reader.headers,
    body: form,
  })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`the turn was refused: ${reply.status} ${text}`)
  return text.split('\n').flatMap((line) => (line.startsWith('data:') ? [JSON.parse(line.slice(5)) as TurnEvent] : []))
}
