import { afterEach, expect, test } from 'bun:test'
import { fakeSmtp, type SmtpBehaviour } from '../../testing/fakes/smtp'
import { systemMail } from './mail'
import type { MailServer } from './ports'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const login = { username: 'reader@example.org', password: 'correct horse' }

const letter = {
  from: 'Panelkeep <panelkeep@example.org>',
  to: ['reader@example.org', 'other@example.org'],
  subject: 'Harbor Lights #7 arrived – “½”',
  text: 'Fern vol. 3\n.\nAn end\n',
  id: '<n1@panelkeep>',
  at: '2026-11-21T08:00:00.000Z',
}

/** The outcome of one message sent to a server that behaves like `server`. */
async function sent(manners: SmtpBehaviour, server: Partial<MailServer>, timeoutMs = 5000) {
  const smtp = await fakeSmtp(manners)
  ending.push(() => smtp.stop())
  const at = { host: '127.0.0.1', port: smtp.port, security: 'none', anyCertificate: true, ...server } as const
  const mailed = await systemMail.send(at, letter, { timeoutMs, signal: new AbortController().signal })
  return { mailed, received: smtp.received }
}

test('a message arrives unencrypted, whole, with its id and its date', async () => {
  const { mailed, received } = await sent({}, {})
  expect(mailed).toEqual({ ok: true })
  expect(received).toHaveLength(1)
  const { from, to, data } = received[0]!
  expect(from).toContain('<panelkeep@example.org>')
  expect(to).toEqual(['TO:<reader@example.org>', 'TO:<other@example.org>'])
  expect(data).toContain('Message-ID: <n1@panelkeep>')
  expect(data).toContain('Date: Sat, 21 Nov 2026 08:00:00 +0000')
  expect(data).toMatch(/Subject: =\?UTF-8\?/)
  expect(data).toContain('Fern vol. 3\n.\nAn end')
})

test.each(['PLAIN', 'LOGIN'] as const)('after STARTTLS it logs in by %s', async (auth) => {
  const { mailed, received } = await sent({ starttls: true, auth: [auth], login }, { security: 'starttls', login })
  expect(mailed).toEqual({ ok: true })
  expect(received).toMatchObject([{ encrypted: true, loggedIn: true }])
})

test('with TLS it is encrypted from the first byte', async () => {
  const { mailed, received } = await sent({ tls: true, auth: ['PLAIN'], login }, { security: 'tls', login })
  expect(mailed).toEqual({ ok: true })
  expect(received).toMatchObject([{ encrypted: true, loggedIn: true }])
})

test('nothing is sent unencrypted to a server that should encrypt', async () => {
  const { mailed, received } = await sent({ auth: ['PLAIN'], login }, { security: 'starttls', login })
  expect(mailed).toMatchObject({ failure: 'encryption' })
  expect(received).toEqual([])
})

test('a self-signed certificate is refused unless any is accepted', async () => {
  for (const manners of [{ tls: true }, { starttls: true }]) {
    const security = manners.tls ? 'tls' : 'starttls'
    const { mailed, received } = await sent(manners, { security, anyCertificate: false })
    expect(mailed).toMatchObject({ failure: 'encryption' })
    expect(received).toEqual([])
  }
})

test('a wrong password, a refused address and an unreachable server are distinguished', async () => {
  const wrong = { ...login, password: 'wrong' }
  const { mailed } = await sent({ auth: ['PLAIN'], login }, { login: wrong })
  expect(mailed).toEqual({ failure: 'login', detail: '535 5.7.8 Username and password not accepted' })
  const refused = await sent({ refuses: '550 5.1.1 No such mailbox' }, {})
  expect(refused.mailed).toEqual({ failure: 'refused', detail: '550 5.1.1 No such mailbox' })
  expect((await sent({}, { port: 1 })).mailed).toMatchObject({ failure: 'unreachable' })
})

test('a silent server is not waited for longer than the timeout, nor after an abort', async () => {
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  ending.push(() => silent.stop(true))
  const server = { host: '127.0.0.1', port: silent.port, security: 'none', anyCertificate: true } as const
  const { signal } = new AbortController()
  expect(await systemMail.send(server, letter, { timeoutMs: 50, signal })).toMatchObject({ failure: 'unreachable' })
  const stopping = new AbortController()
  const mailed = systemMail.send(server, letter, { timeoutMs: 60_000, signal: stopping.signal })
  stopping.abort()
  expect(await mailed).toMatchObject({ failure: 'unreachable' })
})
