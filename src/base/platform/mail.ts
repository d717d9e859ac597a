import { asDate } from './clock'
import { errorCode } from './error-code'
import type { Mail, MailResult, MailServer } from './ports'

/** SMTP through nodemailer, loaded with the first message to keep the start fast. */
export const systemMail: Mail = {
  async send(server, { id, at, to, ...message }, { timeoutMs, signal }) {
    const { createTransport } = await import('nodemailer')
    if (signal.aborted) return { failure: 'unreachable', detail: '' }
    const transport = createTransport(optionsOf(server, timeoutMs))
    const { promise: aborted, resolve } = Promise.withResolvers<MailResult>()
    const cut = () => resolve({ failure: 'unreachable', detail: 'It was cut off.' })
    signal.addEventListener('abort', cut, { once: true })
    const sent = transport.sendMail({ ...message, to: [...to], messageId: id, date: asDate(at) })
    try {
      return await Promise.race([sent.then((): MailResult => ({ ok: true }), failureOf), aborted])
    } finally {
      signal.removeEventListener('abort', cut)
      transport.close()
    }
  },
}

function optionsOf({ host, port, security, anyCertificate, login }: MailServer, timeoutMs: number) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { rejectUnauthorized: !anyCertificate },
    ...(login && { auth: { user: login.username, pass: login.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const LOGIN = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
const REFUSED = new Set(['EENVELOPE', 'EMESSAGE', 'EPROTOCOL', 'ESTREAM'])

function failureOf(error: unknown): MailResult {
  const code = errorCode(error) ?? ''
  const { response } = error as { response?: unknown }
  const text = typeof response === 'string' && response !== '' ? response : error instanceof Error ? error.message : ''
  const detail = text.replace(/\s+/g, ' ').trim()
  if (LOGIN.has(code)) return { failure: 'login', detail }
  if (code === 'ETLS' || /certificate|self.signed|SSL|TLS/i.test(detail)) return { failure: 'encryption', detail }
  return { failure: REFUSED.has(code) ? 'refused' : 'unreachable', detail }
}
