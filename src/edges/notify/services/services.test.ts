import { describe, expect, test } from 'bun:test'
import { DISCORD, notice, serviceHarness } from '../../../testing/notices'
import type { NoticeService } from '../states'

test('Discord gets an embed without mentions', async () => {
  const { send, requests } = serviceHarness(() => new Response(null, { status: 204 }))
  expect(await send('discord', { webhook_url: DISCORD })).toEqual({ ok: 'Discord took it.' })
  expect(requests).toMatchObject([{ method: 'POST', url: DISCORD }])
  expect(requests[0]!.body).toEqual({
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

test('Slack gets its markup, with special characters escaped', async () => {
  const { send, requests } = serviceHarness(() => new Response('ok'))
  expect(await send('slack', { webhook_url: 'https://hooks.slack.com/services/T/B/x' })).toMatchObject({
    ok: 'Slack took it.',
  })
  expect(requests[0]!.body).toEqual({
    text: `*Harbor &lt;Lights&gt; &amp; #7 arrived*\nThe *last* ferry\n@everyone\n<${notice.url}>`,
    unfurl_links: false,
  })
})

test('Telegram gets a message for one chat, and one topic of it', async () => {
  const { send, requests } = serviceHarness(() => Response.json({ ok: true }))
  const values = { bot_token: '12:AB', chat_id: '@comics', thread_id: '5' }
  expect(await send('telegram', values)).toEqual({ ok: 'Telegram took it.' })
  expect(requests[0]).toMatchObject({
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
  const { send, requests } = serviceHarness(() => Response.json({ status: 1 }))
  const values = { app_token: 'app', user_key: 'user', device: 'phone', priority: '-1' }
  expect(await send('pushover', values, { body: '', url: null })).toEqual({ ok: 'Pushover accepted it.' })
  expect(requests[0]).toMatchObject({ url: 'https://api.pushover.net/1/messages.json' })
  expect(requests[0]!.body).toEqual({
    token: 'app',
    user: 'user',
    title: notice.title,
    message: notice.title,
    priority: -1,
    device: 'phone',
  })
})

test('ntfy gets its JSON, with a token or a login if there is one', async () => {
  const { send, requests } = serviceHarness()
  await send('ntfy', { topic: 'my-comics' })
  await send('ntfy', { topic: 'my-comics', server: 'https://home.example/', token: 'tk_1', priority: '5' })
  await send('ntfy', { topic: 'my-comics', username: 'reader', password: 'päss' })
  expect(requests.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
    ['https://ntfy.sh/', null],
    ['https://home.example/', 'Bearer tk_1'],
    ['https://ntfy.sh/', `Basic ${Buffer.from('reader:päss').toString('base64')}`],
  ])
  expect(requests[1]!.body).toEqual({
    topic: 'my-comics',
    title: notice.title,
    message: notice.body,
    tags: ['books'],
    priority: 5,
    click: notice.url,
  })
})

test('Gotify gets title, message and the click address', async () => {
  const { send, requests } = serviceHarness()
  expect(await send('gotify', { server: 'https://home.example/push/', token: 'A1' })).toMatchObject({
    ok: 'Gotify took it.',
  })
  expect(requests[0]).toMatchObject({ url: 'https://home.example/push/message' })
  expect(requests[0]!.headers.get('x-gotify-key')).toBe('A1')
  expect(requests[0]!.body).toEqual({
    title: notice.title,
    message: notice.body,
    priority: 5,
    extras: { 'client::notification': { click: { url: notice.url } } },
  })
})

test('Apprise gets the key of a configuration, or the addresses themselves', async () => {
  const { send, requests } = serviceHarness()
  await send('apprise', { server: 'https://home.example', key: 'my key', tags: 'comics' })
  await send('apprise', { server: 'https://home.example', urls: 'json://other.example' })
  expect(requests.map(({ url }) => url)).toEqual([
    'https://home.example/notify/my%20key',
    'https://home.example/notify',
  ])
  const fields = { title: notice.title, body: `${notice.body}\n${notice.url}`, type: 'success', format: 'text' }
  expect(requests.map(({ body }) => body)).toEqual([
    { ...fields, tag: 'comics' },
    { ...fields, urls: 'json://other.example' },
  ])
})

test('a key that Apprise does not know is a failure', async () => {
  const { send } = serviceHarness(() => new Response(null, { status: 204 }))
  expect(await send('apprise', { server: 'https://home.example', key: 'old' })).toEqual({
    failure: 'Apprise at https://home.example has no configuration under this key (204). Check the key.',
  })
})

describe('Matrix', () => {
  const values = { server: 'https://home.example', access_token: 'syt', room: '!r:home.example' }
  const SEND = 'PUT https://home.example/_matrix/client/v3/rooms/!r%3Ahome.example/send/m.room.message/n1'

  test('gets one transaction id per notice, so that a repeated notice shows once', async () => {
    const { send, requests } = serviceHarness(() => Response.json({ event_id: '$1' }))
    expect(await send('matrix', values)).toEqual({ ok: 'Matrix took it.' })
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([SEND])
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer syt')
    expect(requests[0]!.body).toEqual({
      msgtype: 'm.text',
      body: `${notice.title}\n${notice.body}\n${notice.url}`,
      format: 'org.matrix.custom.html',
      formatted_body: `<b>Harbor &lt;Lights&gt; &amp; #7 arrived</b><br>The *last* ferry<br>@everyone<br>${notice.url}`,
    })
  })

  test('is joined by the alias of a room, and after an invitation', async () => {
    let inside = false
    const { send, requests } = serviceHarness(({ url }) => {
      if (url.includes('/join/')) inside = true
      return inside
        ? Response.json({ room_id: '!r:home.example' })
        : Response.json({ errcode: 'M_FORBIDDEN', error: 'not in room' }, { status: 403 })
    })
    expect(await send('matrix', values)).toEqual({ ok: 'Matrix took it.' })
    expect(await send('matrix', { ...values, room: '#comics:home.example' })).toEqual({ ok: 'Matrix took it.' })
    const JOIN = 'POST https://home.example/_matrix/client/v3/join/'
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      SEND,
      `${JOIN}!r%3Ahome.example`,
      SEND,
      `${JOIN}%23comics%3Ahome.example`,
      SEND,
    ])
  })

  test('gives the reason of a refused join', async () => {
    const { send } = serviceHarness(() =>
      Response.json({ error: 'You are not invited to this room.' }, { status: 403 }),
    )
    expect(await send('matrix', values)).toEqual({
      failure: 'Matrix at https://home.example refused it (403): You are not invited to this room.',
    })
  })
})

test('a webhook gets the notice itself', async () => {
  const { send, requests } = serviceHarness(() => new Response('thanks'))
  await send('webhook', { url: 'https://home.example/hook?key=1', authorization: 'Bearer x' })
  expect(requests[0]).toMatchObject({ method: 'POST', url: 'https://home.example/hook?key=1', body: notice })
  expect(requests[0]!.headers.get('authorization')).toBe('Bearer x')
})

test('a long title and a long text are cut to the limit of each service', async () => {
  const { send, requests, mailed } = serviceHarness()
  const long = { title: `${'a'.repeat(254)}😀😀`, body: 'b'.repeat(9000) }
  await send('discord', { webhook_url: DISCORD }, long)
  await send('pushover', { app_token: 'a', user_key: 'u' }, long)
  await send('telegram', { bot_token: 't', chat_id: '1' }, long)
  await send('email', { host: 'h', from: 'a@b.c', to: 'a@b.c' }, long)
  expect(requests.map(({ body }) => body)).toMatchObject([
    { embeds: [{ title: `${'a'.repeat(254)}…`, description: `${'b'.repeat(4095)}…` }] },
    { message: `${'b'.repeat(1023)}…` },
    { text: expect.stringMatching(/^.{250,270}\n.{3000}\n.+$/) },
  ])
  expect(mailed[0]!.message.subject).toHaveLength(150)
})

test.each<[NoticeService, Record<string, string>, object]>([
  ['discord', { webhook_url: DISCORD, username: 'Comics' }, { username: 'Comics', embeds: [{ color: 0x4a7fc1 }] }],
  ['gotify', { server: 'https://home.example', token: 'A', priority: '8' }, { message: 'Title', priority: 8 }],
  ['pushover', { app_token: 'a', user_key: 'u' }, { message: 'Title', priority: 0 }],
  ['ntfy', { topic: 'x' }, { message: 'Title', priority: 3, tags: ['wave'] }],
  ['telegram', { bot_token: 't', chat_id: '1', server: 'https://home.example' }, { text: '<b>Title</b>' }],
  ['slack', { webhook_url: 'https://hooks.slack.com/services/x' }, { text: '*Title*' }],
  ['apprise', { server: 'https://home.example', key: 'k', urls: 'json://x' }, { body: 'Title', type: 'info' }],
])('%s gets a title alone, the values of the form or the defaults, and no link without an address', async (service, values, body) => {
  const { send, requests } = serviceHarness()
  await send(service, values, { event: 'test', title: 'Title', body: '', url: null })
  expect(requests[0]!.body).toMatchObject(body)
  expect(JSON.stringify(requests[0]!.body)).not.toMatch(/"(?:url|click|extras|urls|url_title|tag|device|message_thread_id)":/)
}) // biome-ignore format: a table

test('a Bot API server of the user gets the messages for Telegram', async () => {
  const { send, requests } = serviceHarness()
  await send('telegram', { bot_token: '12:AB', chat_id: '1', server: 'https://home.example/api/' })
  expect(requests[0]!.url).toBe('https://home.example/api/bot12:AB/sendMessage')
})

test.each<[NoticeService, Record<string, string>, string | null]>([
  ['discord', { webhook_url: DISCORD }, 'discord.com'],
  ['gotify', { server: 'https://home.example:8443/x' }, 'home.example:8443'],
  ['ntfy', {}, 'ntfy.sh'],
  ['ntfy', { server: 'https://home.example' }, 'home.example'],
  ['telegram', {}, 'api.telegram.org'],
  ['telegram', { server: 'https://home.example' }, 'home.example'],
  ['email', { host: 'smtp.example' }, 'smtp.example'],
  ['email', {}, null],
  ['webhook', { url: 'nonsense' }, null],
  ['webhook', {}, null],
  ['desktop', {}, null],
])('%s with %o goes to that host, and to no other', (service, values, host) => {
  expect(serviceHarness().services[service].receiverOf(values)).toBe(host)
})

test.each([
  ['gotify', { server: 'http://x.example', token: 'ключ' }],
  ['ntfy', { topic: 'comics', token: 'ключ' }],
  ['webhook', { url: 'http://x.example', authorization: 'Bearer ключ' }],
  ['webhook', { url: 'http://x.example', authorization: 'Bearer a\u0001' }],
  ['matrix', { server: 'http://x.example', room: '!a:b', access_token: 'a\nX-Other: 1' }],
] as const)('%s is not contacted with a key that is invalid in a header: %j', async (name, values) => {
  const { send, requests } = serviceHarness(() => new Response('ok'))
  expect(await send(name, values)).toMatchObject({ failure: expect.stringContaining('has a character that cannot be sent. Enter it again.') as never }) // biome-ignore format: one line
  expect(requests).toEqual([])
})
