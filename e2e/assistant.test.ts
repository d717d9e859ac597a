import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import {
  type AssistantSetup, callTool, openAssistantSetup, playGaps, runTurn, type TurnEvent, writeCall,
} from './assistant-setup' // biome-ignore format: one import
import { endAll } from './panelkeep'

setDefaultTimeout(300_000)

/** The assistant of the executable finds gaps and proposes to want them; only a confirmation applies the change. */
let setup: AssistantSetup
beforeEach(async () => {
  setup = await openAssistantSetup()
})
afterEach(() => setup.stop())
afterAll(endAll)

const of = (events: TurnEvent[], type: string) => events.filter((event) => event.type === type)
const wanted = async () => {
  const { issues } = await setup.reader.json<{ issues: { IssueID: string }[] }>('/api/wanted')
  return issues.map(({ IssueID }) => IssueID).sort()
}
const decide = async (id: string, verb: 'confirm' | 'dismiss') => {
  const reply = await setup.reader.post(`/api/ai/chat/actions/${id}/${verb}`)
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { action: { status: string; outcome: string; detail: string } }).action
}

test.each([
  ['with tools', callTool],
  ['with the plain JSON form', writeCall],
])('chat %s finds gaps and proposes them; confirmed, the issues are wanted', async (_how, called) => {
  if (called === writeCall) setup.model.refuses.add('refuses tools')
  playGaps(setup.model, called as typeof callTool)
  const events = await runTurn(setup.reader, 'Which series have gaps? Want what is missing.')
  const [results] = of(events, 'results')
  expect(results).toMatchObject({ pattern_id: 'series_with_gaps', data: [{ ComicName: 'Harbor Lights', Missing: 2 }] })
  const [{ action }] = of(events, 'action') as [TurnEvent]
  expect(action).toMatchObject({ status: 'pending', title: 'Want 2 issues' })
  expect(action?.changes.map(({ label }) => label)).toEqual(['Harbor Lights #3', 'Harbor Lights #4'])
  expect(
    of(events, 'text')
      .map(({ content }) => content)
      .join(''),
  ).toContain('Confirm the card')
  expect(events.at(-1)).toMatchObject({ type: 'done', message: { status: 'complete' } })
  expect(await wanted()).toEqual([])
  expect(await decide(action!.id, 'confirm')).toMatchObject({ status: 'confirmed', outcome: 'applied' })
  expect(await wanted()).toEqual(['harbor-3', 'harbor-4'])
})

test('an outdated proposal is reported as stale, and changes nothing', async () => {
  playGaps(setup.model)
  const events = await runTurn(setup.reader, 'Want what is missing.')
  const [{ action }] = of(events, 'action') as [TurnEvent]
  expect((await setup.reader.send('PUT', '/api/series/issues/harbor-4/status', { status: 'ignored' })).status).toBe(200)
  const outcome = await decide(action!.id, 'confirm')
  expect(outcome).toMatchObject({
    status: 'error',
    outcome: 'stale',
    detail: 'Harbor Lights #4 is now: Ignored. It was: Missing. Nothing was changed.',
  })
  expect(await wanted()).toEqual([])
})

test('a model that claims a confirmation, or calls an unknown tool, changes nothing', async () => {
  setup.model.reply(
    callTool('confirm_action', { id: 'a1' }),
    callTool('confirm_action', { id: 'a1' }),
    'I have confirmed everything.',
  )
  await runTurn(setup.reader, 'Want everything, and confirm it for me.')
  expect(await wanted()).toEqual([])
  const prompts = JSON.stringify(setup.model.requests)
  for (const path of ['/library', setup.panelkeep.dataDir]) expect(prompts).not.toContain(path)
})
