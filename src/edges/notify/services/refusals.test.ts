import { describe, expect, test } from 'bun:test'
import { DISCORD, notice, serviceHarness } from '../../../testing/notices'
import type { NoticeService } from '../states'
import { shortenText } from './deliver'

describe('an error response', () => {
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
      'Gotify at https://home.example rejected the application token (401): you need to provide a valid access token. Enter another one.',
    ],
    [
      'slack',
      { webhook_url: 'https://hooks.slack.com/services/x' },
      new Response('invalid_token', { status: 403 }),
      'Slack at https://hooks.slack.com rejected the webhook address (403). Enter another one.',
    ],
    [
      'apprise',
      { server: 'https://home.example', key: 'k' },
      new Response('<html>', { status: 502 }),
      'Apprise at https://home.example answered 502.',
    ],
    [
      'discord',
      { webhook_url: DISCORD },
      Response.json({ message: 'Internal Server Error' }, { status: 500 }),
      'Discord at https://discord.com answered 500.',
    ],
    [
      'ntfy',
      { topic: 'x', token: 't' },
      Response.json({ error: ' . ' }, { status: 403 }),
      'ntfy at https://ntfy.sh rejected the access token (403). Enter another one.',
    ],
    [
      'ntfy',
      { topic: 'x', username: 'u' },
      Response.json({ error: '  ' }, { status: 403 }),
      'ntfy at https://ntfy.sh rejected the login (403). Enter another one.',
    ],
    [
      'ntfy',
      { topic: 'x' },
      Response.json({ error: 'e'.repeat(300) }, { status: 400 }),
      `ntfy at https://ntfy.sh refused it (400): ${'e'.repeat(199)}….`,
    ],
    [
      'ntfy',
      { topic: 'x' },
      Response.json([{ error: 'in a list' }], { status: 400 }),
      'ntfy at https://ntfy.sh answered 400.',
    ],
    [
      'ntfy',
      { topic: 'x' },
      Response.json({ error: 7 }, { status: 404 }),
      'ntfy at https://ntfy.sh found nothing at this address (404). Check the address.',
    ],
    [
      'webhook',
      { url: 'https://home.example/a' },
      new Response(null, { status: 301, headers: { Location: 'https://home.example/b' } }),
      'The webhook at https://home.example has moved (301). Enter the address that it has now.',
    ],
    [
      'webhook',
      { url: 'https://home.example/a' },
      new Response(null, { status: 300 }),
      'The webhook at https://home.example answered 300.',
    ],
    [
      'webhook',
      { url: 'https://home.example/a' },
      new Response(null, { status: 400, headers: { Location: 'https://home.example/b' } }),
      'The webhook at https://home.example answered 400.',
    ],
  ]

  test.each(cases)('of %s is a sentence without its secrets', async (service, values, reply, failure) => {
    expect(await serviceHarness(() => reply).send(service, values)).toEqual({ failure })
  })

  test('of an unreachable host names the host', async () => {
    expect(await serviceHarness().send('webhook', { url: 'https://gone.example/secret' })).toEqual({
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
    ['discord', { webhook_url: DISCORD }, Response.json({ retry_after: 'soon' }, { status: 429 }), after(60)],
    ['discord', { webhook_url: DISCORD }, Response.json({ retry_after: 0 }, { status: 429 }), after(60)],
    ['discord', { webhook_url: DISCORD }, Response.json({ retry_after: -9 }, { status: 429 }), after(60)],
    ['discord', { webhook_url: DISCORD }, Response.json({ retry_after: 1e9 }, { status: 429 }), after(86_400)],
    [
      'pushover',
      { app_token: 'a', user_key: 'u' },
      Response.json({}, { status: 429, headers: { 'X-Limit-App-Reset': String(Date.parse(notice.at) / 1000) } }),
      after(60),
    ],
    [
      'pushover',
      { app_token: 'a', user_key: 'u' },
      Response.json({}, { status: 429, headers: { 'X-Limit-App-Reset': 'later' } }),
      after(60),
    ],
  ]

  test.each(cases)('of %s says when it ends', async (service, values, reply, until) => {
    expect(await serviceHarness(() => reply).send(service, values)).toMatchObject({ until })
  })
})

test.each([
  ['12345', 5, '12345'],
  ['123456', 5, '1234…'],
  ['123😀6', 5, '123…'],
  ['', 5, ''],
])('%p is cut to %p characters: %p', (text, most, short) => {
  expect(shortenText(text, most)).toBe(short)
})
