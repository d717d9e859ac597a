import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { attentionIn } from '../../testing/downloads/attention'
import { fakeHttp } from '../../testing/fakes/http'
import { makeIssues, makeSeries } from '../../testing/make'
import type { NoticeLog, TargetList, TargetView } from './notice-schema'
import { noticeTargets } from './tables'

let app: TestApp
let received: { url: string; authorization: string | null }[]
beforeEach(async () => {
  received = []
  const take = (request: Request) => {
    received.push({ url: request.url, authorization: request.headers.get('authorization') })
    return request.url.includes('wrong') ? new Response(null, { status: 404 }) : Response.json({})
  }
  app = await testApp({
    jobsDue: true,
    ports: { http: fakeHttp({ 'home.example': take, 'other.example': take }) },
    settings: { mangadex_enabled: 'false', anilist_enabled: 'false' },
  })
})
afterEach(() => app.close())

const PATH = '/api/config/notifications'
const list = () => app.reader.json<TargetList>(200, app.reader.get(PATH))
const add = async (body: object, status = 200) =>
  app.reader.json<{ target: TargetView; detail: string; code?: string }>(status, app.reader.post(PATH, body))
const change = (id: string, body: object, status = 200) =>
  app.reader.json<{ target: TargetView; detail: string; code?: string }>(status, app.reader.put(`${PATH}/${id}`, body))
const tried = (body: object, status = 200) =>
  app.reader.json<{ success: boolean; detail: string }>(status, app.reader.post(`${PATH}/test`, body))

const NTFY = { service: 'ntfy', values: { server: 'https://home.example', topic: 'comics', token: 'tk_secret' } }

test('the page gets every service with its fields, and every event', async () => {
  const { targets, services, events } = await list()
  expect(targets).toEqual([])
  expect(services.map(({ service }) => service)).toEqual([
    ...(['desktop', 'discord', 'slack', 'telegram', 'pushover', 'ntfy', 'gotify'] as const),
    ...(['apprise', 'matrix', 'email', 'webhook'] as const),
  ])
  expect(services.find(({ service }) => service === 'gotify')?.fields).toMatchObject([
    {
      key: 'server',
      label: 'Server',
      kind: 'address',
      required: true,
      example: 'http://192.168.1.5:8080',
      choices: [],
    },
    { key: 'token', kind: 'secret', required: true },
    { key: 'priority', kind: 'number', required: false, usual: '5' },
  ])
  expect(services[0]!.missing).toBe('The computer that Panelkeep runs on has no desktop to show them on.')
  expect(events.filter(({ usual }) => usual).map(({ event }) => event)).toEqual([
    ...(['arrived', 'needs_attention', 'requested', 'health', 'update'] as const),
  ])
})

test('at most 50 targets are allowed', async () => {
  await add(NTFY)
  app.db.write((tx) => {
    const [row] = tx.select().from(noticeTargets).all()
    for (let nth = 2; nth < 50; nth++)
      tx.insert(noticeTargets)
        .values({ ...row!, target_id: `t${nth}`, name: `n${nth}` })
        .run()
  })
  await add(NTFY)
  expect((await add(NTFY, 400)).detail).toBe('At most 50 connections are possible.')
})

test('a target is added, changed and removed, and no secret is returned', async () => {
  const { target } = await add(NTFY)
  expect(target).toMatchObject({
    name: 'ntfy',
    enabled: true,
    events: ['arrived', 'needs_attention', 'requested', 'health', 'update'],
    values: { server: 'https://home.example', topic: 'comics' },
    secrets_set: ['token'],
    goes_to: 'home.example',
    waiting: 0,
    given_up: 0,
    error: null,
    next_at: null,
  })
  expect((await add(NTFY)).target.name).toBe('ntfy 2')
  const changed = await change(target.target_id, {
    name: 'Phone',
    events: ['update', 'arrived'],
    values: { token: null },
  })
  expect(changed.target).toMatchObject({ name: 'Phone', events: ['arrived', 'update'], secrets_set: ['token'] })
  expect((await change(target.target_id, { values: { token: '' } })).target.secrets_set).toEqual([])
  expect(JSON.stringify([await list(), app.log])).not.toContain('tk_secret')
  await app.reader.json(200, app.reader.delete(`${PATH}/${target.target_id}`))
  expect((await list()).targets.map(({ name }) => name)).toEqual(['ntfy 2'])
  for (const reply of [change(target.target_id, {}, 404), tried({ target_id: target.target_id }, 404)])
    expect((await reply).detail).toBe('This notification target no longer exists. Reload the page.')
})

describe('a bad request', () => {
  test.each([
    [{ service: 'pigeon' }, /service/],
    [
      { service: 'gotify', values: { server: 'https://home.example' } },
      /^Application token of Gotify has to be filled in/,
    ],
    [{ service: 'gotify', values: { server: 'home.example', token: 'x' } }, /has to begin with http/],
    [{ service: 'gotify', values: { server: 'https://me:pw@home.example', token: 'x' } }, /holds a login/],
    [{ service: 'gotify', values: { server: 'https://home.example', token: 'x', priority: 'loud' } }, /whole number/],
    [{ ...NTFY, values: { ...NTFY.values, priority: '9' } }, /^Priority of ntfy is one of 1, 2, 3, 4, 5\.$/],
    [{ ...NTFY, values: { ...NTFY.values, colour: 'red' } }, /^ntfy has no field colour\.$/],
    [{ ...NTFY, values: { ...NTFY.values, topic: 'a\r\nb' } }, /is one line/],
    [{ service: 'webhook', values: { url: 'file:///etc/passwd' } }, /has to begin with http/],
    [{ service: 'apprise', values: { server: 'https://home.example' } }, /^Enter the key of a configuration/],
    [{ service: 'desktop' }, /has no desktop/],
  ])('is refused with a sentence: %j', async (body, sentence) => {
    expect((await add(body, 400)).detail).toMatch(sentence)
    expect((await list()).targets).toEqual([])
  })

  test('is a second target of the same name, and a change of the service', async () => {
    const { target } = await add({ ...NTFY, name: 'Phone' })
    expect((await add({ ...NTFY, name: 'phone' }, 409)).detail).toBe(
      'A target named Phone already exists. Choose another name.',
    )
    expect((await change(target.target_id, { service: 'slack' }, 400)).detail).toContain(
      'cannot be changed to another service',
    )
  })
})

test('a target keeps its name in another case, and one without a name gets that of its service', async () => {
  const { target } = await add({ ...NTFY, name: ' Phone ' })
  expect(target.name).toBe('Phone')
  expect((await change(target.target_id, { name: 'PHONE' })).target.name).toBe('PHONE')
  expect((await change(target.target_id, { name: '  ' })).target.name).toBe('ntfy')
  expect((await add({ ...NTFY, name: '  ' })).target.name).toBe('ntfy 2')
  expect((await add(NTFY)).target.name).toBe('ntfy 3')
})

test.each([
  [{ token: 'tk_new', server: 'https://other.example' }, 200],
  [{ token: ' ', server: 'https://other.example' }, 200],
  [{ token: null, server: 'https://other.example' }, 400],
  [{ server: 'https://home.example/path' }, 200],
  [{ topic: 'other' }, 200],
])('a saved secret stays with its host: a change of %j is answered %p', async (values, status) => {
  const { target } = await add(NTFY)
  await change(target.target_id, { values }, status)
})

test('a secret is not sent to another host', async () => {
  const { target } = await add(NTFY)
  const moved = { values: { server: 'https://other.example' } }
  const sentence =
    'Notices go to other.example now, so Access token is needed again: the saved one was given for home.example.'
  expect(await change(target.target_id, moved, 400)).toMatchObject({ detail: sentence, code: 'secret_required' })
  expect(await tried({ target_id: target.target_id, ...moved }, 400)).toMatchObject({ detail: sentence })
  expect(received).toEqual([])
  await change(target.target_id, { values: { ...moved.values, token: 'tk_other' } })
  expect(await tried({ target_id: target.target_id })).toEqual({ success: true, detail: 'ntfy took it.' })
  expect(received).toEqual([{ url: 'https://other.example/', authorization: 'Bearer tk_other' }])
})

test('a test works for a saved target, a changed one and an unsaved one', async () => {
  const { target } = await add(NTFY)
  expect(await tried({ target_id: target.target_id })).toEqual({ success: true, detail: 'ntfy took it.' })
  expect(await tried({ service: 'webhook', values: { url: 'https://home.example/wrong/secret' } })).toEqual({
    success: false,
    detail: 'The webhook at https://home.example found nothing at this address (404). Check the address.',
  })
  expect(received.map(({ authorization }) => authorization)).toEqual(['Bearer tk_secret', null])
  expect((await app.reader.json<NoticeLog>(200, app.reader.get(`${PATH}/log`))).notices).toEqual([])
})

test('the log lists sent and failed notices by target', async () => {
  const right = (await add({ service: 'webhook', name: 'Right', values: { url: 'https://home.example/a' } })).target
  await add({ service: 'webhook', name: 'Wrong', values: { url: 'https://home.example/wrong' } })
  const log = (query = '') => app.reader.json<NoticeLog>(200, app.reader.get(`${PATH}/log${query}`))
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [3])
  attentionIn(app).reviewed('3')
  await app.clock.advance('2 min')
  await app.idle()
  const all = await log()
  expect(all.pagination).toMatchObject({ total: 2, has_more: false })
  expect(all.notices.map(({ target_name, state }) => [target_name, state]).sort()).toEqual([
    ['Right', 'done'],
    ['Wrong', 'waiting'],
  ])
  expect((await log(`?target_id=${right.target_id}`)).notices).toMatchObject([
    { title: 'Harbor Lights #3 needs attention', page: '/activity/attention', error: null },
  ])
  expect((await log('?state=waiting&limit=1')).notices).toMatchObject([
    { target_name: 'Wrong', attempts: 2, done_at: null, error: expect.stringContaining('(404)') },
  ])
})

test('no log line contains a secret of a target', async () => {
  await add(NTFY)
  app.ports.log.warn('notices', 'a line', { text: 'with tk_secret in it' })
  expect(app.log.join('\n')).toContain('a line')
  expect(app.log.join('\n')).not.toContain('tk_secret')
})
