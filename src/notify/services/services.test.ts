import { describe, expect, test } from 'bun:test'
import type { MailMessage, MailServer, Run } from '../../platform/ports'
import { fakeClock } from '../../testing/fakes/clock'
import { fakeHttp, type Handler } from '../../testing/fakes/http'
import { makeServices } from '../services'
import type { NoticeService } from '../states'
import type { Machine } from './desktop'
import type { Notice } from './service'

const notice: Notice = {
  notice_id: 'n1',
  event: 'arrived',
  title: 'Harbor <Lights> & #7 arrived',
  body: 'The *last* ferry\n@everyone',
  url: 'https://comics.example/library/harbor',
  at: '2026-11-21T08:00:00.000Z',
}

interface Heard {
  method: string
  url: string
  headers: Headers
  body: unknown
}

/** Every service, with whatever host it asks answering alike. */
function world(handler: Handler = () => Response.json({}), machine: Machine = { platform: 'linux', hasScreen: true }) {
  const heard: Heard[] = []
  const ran: { command: string[]; run: Run }[] = []
  const mailed: { server: MailServer; message: MailMessage }[] = []
  const listening: Handler = async (request) => {
    const { method, url, headers } = request
    heard.push({ method, url, headers, body: await request.clone().json() })
    return handler(request)
  }
  const hosts = ['discord.com', 'hooks.slack.com', 'api.telegram.org', 'api.pushover.net', 'ntfy.sh', 'home.example']
  const services = makeServices({
    http: fakeHttp(Object.fromEntries(hosts.map((host) => [host, listening]))),
    clock: fakeClock(),
    machine,
    programs: {
      async run(command, run) {
        ran.push({ command, run })
        return { code: 0, output: '' }
      },
    },
    mail: {
      async send(server, message) {
        mailed.push({ server, message })
        return { ok: true }
      },
    },
  })
  const tell = (service: NoticeService, values: Record<string, string>, told: Partial<Notice> = {}) =>
    services[service].send(values, { ...notice, ...told }, new AbortController().signal)
  return { services, heard, ran, mailed, tell }
}

const DISCORD = 'https://discord.com/api/webhooks/1/secret'

test('Discord gets an embed that mentions nobody', async () => {
  const { tell, heard } = world(() => new Response(null, { status: 204 }))
  expect(await tell('discord', { webhook_url: DISCORD })).toEqual({ ok: 'Discord took it.' })
  expect(heard).toMatchObject([{ method: 'POST', url: DISCORD }])
  expect(heard[0]!.body).toEqual({
    username: 'Panelkeep',
    embeds: [
      {
        title: notice.title,
        description: 'The \\*last\\* ferry\n@everyone',
        color: 0x3f9d6a,
        timestamp: notice.at,
        url: notice.url,
      },
    ],
    allowed_mentions: { parse: [] },
  })
})

test('Slack gets its markup, with what looks like some written otherwise', async () => {
  const { tell, heard } = world(() => new Response('ok'))
  expect(await tell('slack', { webhook_url: 'https://hooks.slack.com/services/T/B/x' })).toMatchObject({
    ok: 'Slack took it.',
  })
  expect(heard[0]!.body).toEqual({
    text: `*Harbor &lt;Lights&gt; &amp; #7 arrived*\nThe *last* ferry\n@everyone\n<${notice.url}>`,
    unfurl_links: false,
  })
})

test('Telegram gets a message for one chat, and one topic of it', async () => {
  const { tell, heard } = world(() => Response.json({ ok: true }))
  const values = { bot_token: '12:AB', chat_id: '@comics', thread_id: '5' }
  expect(await tell('telegram', values)).toEqual({ ok: 'Telegram took it.' })
  expect(heard[0]).toMatchObject({
    url: 'https://api.telegram.org/bot12:AB/sendMessage',
    body: {
      chat_id: '@comics',
      message_thread_id: 5,
      parse_mode: 'HTML',
      text: `<b>Harbor &lt;Lights&gt; &amp; #7 arrived</b>\nThe *last* ferry\n@everyone\n${notice.url}`,
    },
  })
})

test('Pushover gets token, user and a message that is never empty', async () => {
  const { tell, heard } = world(() => Response.json({ status: 1 }))
  const values = { app_token: 'app', user_key: 'user', device: 'phone', priority: '-1' }
  expect(await tell('pushover', values, { body: '', url: null })).toEqual({ ok: 'Pushover took it.' })
  expect(heard[0]).toMatchObject({ url: 'https://api.pushover.net/1/messages.json' })
  expect(heard[0]!.body).toEqual({
    token: 'app',
    user: 'user',
    title: notice.title,
    message: notice.title,
    priority: -1,
    device: 'phone',
  })
})

test('ntfy gets its JSON, with a token or a login where there is one', async () => {
  const { tell, heard } = world()
  await tell('ntfy', { topic: 'my-comics' })
  await tell('ntfy', { topic: 'my-comics', server: 'https://home.example/', token: 'tk_1', priority: '5' })
  await tell('ntfy', { topic: 'my-comics', username: 'reader', password: 'päss' })
  expect(heard.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
    ['https://ntfy.sh/', null],
    ['https://home.example/', 'Bearer tk_1'],
    ['https://ntfy.sh/', `Basic ${Buffer.from('reader:päss').toString('base64')}`],
  ])
  expect(heard[1]!.body).toEqual({
    topic: 'my-comics',
    title: notice.title,
    message: notice.body,
    tags: ['books'],
    priority: 5,
    click: notice.url,
  })
})

test('Gotify gets title, message and where a click leads', async () => {
  const { tell, heard } = world()
  expect(await tell('gotify', { server: 'https://home.example/push/', token: 'A1' })).toMatchObject({
    ok: 'Gotify took it.',
  })
  expect(heard[0]).toMatchObject({ url: 'https://home.example/push/message' })
  expect(heard[0]!.headers.get('x-gotify-key')).toBe('A1')
  expect(heard[0]!.body).toEqual({
    title: notice.title,
    message: notice.body,
    priority: 5,
    extras: { 'client::notification': { click: { url: notice.url } } },
  })
})

test('Apprise gets the key of a configuration, or the addresses themselves', async () => {
  const { tell, heard } = world()
  await tell('apprise', { server: 'https://home.example', key: 'my key', tags: 'comics' })
  await tell('apprise', { server: 'https://home.example', urls: 'json://other.example' })
  expect(heard.map(({ url }) => url)).toEqual(['https://home.example/notify/my%20key', 'https://home.example/notify'])
  const said = { title: notice.title, body: `${notice.body}\n${notice.url}`, type: 'success', format: 'text' }
  expect(heard.map(({ body }) => body)).toEqual([
    { ...said, tag: 'comics' },
    { ...said, urls: 'json://other.example' },
  ])
})

test('a key that Apprise does not know is no success', async () => {
  const { tell } = world(() => new Response(null, { status: 204 }))
  expect(await tell('apprise', { server: 'https://home.example', key: 'old' })).toEqual({
    failure: 'Apprise at https://home.example has no configuration under this key (204). Check the key.',
  })
})

describe('Matrix', () => {
  const values = { server: 'https://home.example', access_token: 'syt', room: '!r:home.example' }
  const SEND = 'PUT https://home.example/_matrix/client/v3/rooms/!r%3Ahome.example/send/m.room.message/n1'

  test('is told under one id, so that it shows once what is told twice', async () => {
    const { tell, heard } = world(() => Response.json({ event_id: '$1' }))
    expect(await tell('matrix', values)).toEqual({ ok: 'Matrix took it.' })
    expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual([SEND])
    expect(heard[0]!.headers.get('authorization')).toBe('Bearer syt')
    expect(heard[0]!.body).toEqual({
      msgtype: 'm.text',
      body: `${notice.title}\n${notice.body}\n${notice.url}`,
      format: 'org.matrix.custom.html',
      formatted_body: `<b>Harbor &lt;Lights&gt; &amp; #7 arrived</b><br>The *last* ferry<br>@everyone<br>${notice.url}`,
    })
  })

  test('is gone to by the name of a room, and where somebody invited us', async () => {
    let inside = false
    const { tell, heard } = world(({ url }) => {
      if (url.includes('/join/')) inside = true
      return inside
        ? Response.json({ room_id: '!r:home.example' })
        : Response.json({ errcode: 'M_FORBIDDEN', error: 'not in room' }, { status: 403 })
    })
    expect(await tell('matrix', values)).toEqual({ ok: 'Matrix took it.' })
    expect(await tell('matrix', { ...values, room: '#comics:home.example' })).toEqual({ ok: 'Matrix took it.' })
    const JOIN = 'POST https://home.example/_matrix/client/v3/join/'
    expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
      SEND,
      `${JOIN}!r%3Ahome.example`,
      SEND,
      `${JOIN}%23comics%3Ahome.example`,
      SEND,
    ])
  })

  test('says why it does not let us in', async () => {
    const { tell } = world(() => Response.json({ error: 'You are not invited to this room.' }, { status: 403 }))
    expect(await tell('matrix', values)).toEqual({
      failure: 'Matrix at https://home.example refused it (403): You are not invited to this room.',
    })
  })
})

test('a webhook gets the notice itself', async () => {
  const { tell, heard } = world(() => new Response('thanks'))
  await tell('webhook', { url: 'https://home.example/hook?key=1', authorization: 'Bearer x' })
  expect(heard[0]).toMatchObject({ method: 'POST', url: 'https://home.example/hook?key=1', body: notice })
  expect(heard[0]!.headers.get('authorization')).toBe('Bearer x')
})

describe('mail', () => {
  const values = { host: 'smtp.example', from: 'Panelkeep <p@example.org>', to: 'a@example.org, b@example.org' }

  test('goes to everybody, by the usual port of its encryption', async () => {
    const { tell, mailed } = world()
    expect(await tell('email', { ...values, username: 'p', password: 'x' })).toEqual({ ok: 'smtp.example took it.' })
    await tell('email', { ...values, security: 'tls', certificate: 'any' })
    await tell('email', { ...values, security: 'none', port: '2525' })
    expect(mailed.map(({ server }) => server)).toEqual([
      {
        ...{ host: 'smtp.example', port: 587, security: 'starttls', anyCertificate: false },
        login: { username: 'p', password: 'x' },
      },
      { host: 'smtp.example', port: 465, security: 'tls', anyCertificate: true },
      { host: 'smtp.example', port: 2525, security: 'none', anyCertificate: false },
    ])
    expect(mailed[0]!.message).toEqual({
      from: values.from,
      to: ['a@example.org', 'b@example.org'],
      subject: notice.title,
      text: `${notice.body}\n\n${notice.url}\n`,
      id: '<n1@panelkeep>',
      at: notice.at,
    })
  })

  test.each([
    [{ ...values, host: 'https://smtp.example' }, 'The server is the name of a computer, such as smtp.example.org.'],
    [{ ...values, port: '70000' }, 'A port is a number from 1 to 65535.'],
    [{ ...values, to: 'a@example.org, nobody' }, '"nobody" is no e-mail address.'],
    [values, undefined],
  ])('is checked before it is saved: %o', (given, amiss) => {
    expect(world().services.email.amiss?.(given)).toBe(amiss)
  })
})

describe('the desktop', () => {
  const told = { title: '--help', body: '<b>& "quotes" $(x)' }

  test('of Linux is told through notify-send, and no text is taken for an option or markup', async () => {
    const { tell, ran } = world()
    expect(await tell('desktop', {}, told)).toEqual({ ok: 'It popped up on this computer.' })
    expect(ran[0]!.command).toEqual([
      'notify-send',
      '--app-name=Panelkeep',
      '--icon=panelkeep',
      '--',
      '--help',
      '&lt;b&gt;&amp; "quotes" $(x)',
    ])
  })

  test('of Windows reads the words from the environment, never from the script', async () => {
    const { tell, ran } = world(undefined, { platform: 'win32', hasScreen: true })
    await tell('desktop', {}, told)
    const { command, run } = ran[0]!
    expect(run.env).toEqual({ PANELKEEP_TITLE: '--help', PANELKEEP_BODY: told.body })
    const script = Buffer.from(command.at(-1)!, 'base64').toString('utf16le')
    expect(script).toContain('CreateTextNode($env:PANELKEEP_TITLE)')
    expect(script).not.toContain('quotes')
  })

  test('of macOS is told through osascript with the words as arguments', async () => {
    const { tell, ran } = world(undefined, { platform: 'darwin', hasScreen: true })
    await tell('desktop', {}, told)
    expect(ran[0]!.command.slice(-2)).toEqual([' --help', told.body])
    expect(ran[0]!.command[0]).toBe('/usr/bin/osascript')
  })

  test('is not there without a screen', async () => {
    const { tell, ran, services } = world(undefined, { platform: 'linux', hasScreen: false })
    expect(services.desktop.missing?.()).toBe('The computer that Panelkeep runs on has no screen for it.')
    expect(await tell('desktop', {})).toMatchObject({ failure: expect.stringContaining('no screen') })
    expect(ran).toEqual([])
  })
})

describe('a refusal', () => {
  const cases: [NoticeService, Record<string, string>, Response, string][] = [
    [
      'discord',
      { webhook_url: DISCORD },
      Response.json({ message: 'Unknown Webhook' }, { status: 404 }),
      'Discord at https://discord.com refused it (404): Unknown Webhook.',
    ],
    [
      'telegram',
      { bot_token: '12:AB', chat_id: '1' },
      Response.json({ ok: false, description: 'Bad Request: chat not found' }, { status: 400 }),
      'Telegram at https://api.telegram.org refused it (400): Bad Request: chat not found.',
    ],
    [
      'pushover',
      { app_token: 'a', user_key: 'u' },
      Response.json({ errors: ['user identifier is invalid'] }, { status: 400 }),
      'Pushover at https://api.pushover.net refused it (400): user identifier is invalid.',
    ],
    [
      'gotify',
      { server: 'https://home.example', token: 'x' },
      Response.json({ errorDescription: 'you need to provide a valid access token' }, { status: 401 }),
      'Gotify at https://home.example does not take the application token (401): you need to provide a valid access token. Enter another one.',
    ],
    [
      'slack',
      { webhook_url: 'https://hooks.slack.com/services/x' },
      new Response('invalid_token', { status: 403 }),
      'Slack at https://hooks.slack.com does not take the webhook address (403). Enter another one.',
    ],
    [
      'apprise',
      { server: 'https://home.example', key: 'k' },
      new Response('<html>', { status: 502 }),
      'Apprise at https://home.example answered 502.',
    ],
  ]

  test.each(cases)('of %s is a sentence without its secrets', async (service, values, reply, failure) => {
    expect(await world(() => reply).tell(service, values)).toEqual({ failure })
  })

  test('of a host that is not there names it', async () => {
    expect(await world().tell('webhook', { url: 'https://gone.example/secret' })).toEqual({
      failure: 'The webhook at https://gone.example does not answer.',
    })
  })
})

describe('a limit', () => {
  const after = (seconds: number) => new Date(Date.parse(notice.at) + seconds * 1000).toISOString()
  const cases: [NoticeService, Record<string, string>, Response, string][] = [
    ['discord', { webhook_url: DISCORD }, Response.json({ retry_after: 2.5 }, { status: 429 }), after(2.5)],
    [
      'telegram',
      { bot_token: 't', chat_id: '1' },
      Response.json({ parameters: { retry_after: 31 } }, { status: 429 }),
      after(31),
    ],
    [
      'matrix',
      { server: 'https://home.example', access_token: 's', room: '!r:x' },
      Response.json({ errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 4000 }, { status: 429 }),
      after(4),
    ],
    [
      'slack',
      { webhook_url: 'https://hooks.slack.com/services/x' },
      new Response(null, { status: 429, headers: { 'Retry-After': '30' } }),
      after(30),
    ],
    [
      'pushover',
      { app_token: 'a', user_key: 'u' },
      Response.json({}, { status: 429, headers: { 'X-Limit-App-Reset': String(Date.parse(after(7200)) / 1000) } }),
      after(7200),
    ],
    ['ntfy', { topic: 'x' }, new Response(null, { status: 429 }), after(60)],
  ]

  test.each(cases)('of %s says until when', async (service, values, reply, until) => {
    expect(await world(() => reply).tell(service, values)).toMatchObject({ until })
  })
})

test('a long title and a long text are cut where each service ends them', async () => {
  const { tell, heard, mailed } = world()
  const long = { title: `${'a'.repeat(254)}😀😀`, body: 'b'.repeat(9000) }
  await tell('discord', { webhook_url: DISCORD }, long)
  await tell('pushover', { app_token: 'a', user_key: 'u' }, long)
  await tell('telegram', { bot_token: 't', chat_id: '1' }, long)
  await tell('email', { host: 'h', from: 'a@b.c', to: 'a@b.c' }, long)
  expect(heard.map(({ body }) => body)).toMatchObject([
    { embeds: [{ title: `${'a'.repeat(254)}…`, description: `${'b'.repeat(4095)}…` }] },
    { message: `${'b'.repeat(1023)}…` },
    { text: expect.stringMatching(/^.{250,270}\n.{3000}\n.+$/) },
  ])
  expect(mailed[0]!.message.subject).toHaveLength(150)
})
