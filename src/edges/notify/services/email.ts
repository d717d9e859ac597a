import type { Mail, MailServer } from '../../../base/platform/ports'
import { lines, shortenText } from './deliver'
import { choiceField } from './fields'
import type { TargetService, TargetValues } from './service'

const PORTS: Record<string, number> = { starttls: 587, tls: 465, none: 25 }
const MOST_SUBJECT = 150
const TIMEOUT_MS = 30_000
const ADDRESS = /^(?:[^<>@,;\s]+@[^<>@,;\s]+|[^<>@,;]*<[^<>@,;\s]+@[^<>@,;\s]+>)$/

/** Mail, through any SMTP server. */
export const email = ({ mail }: { mail: Mail }): TargetService => ({
  label: 'E-mail',
  about: 'Enter the SMTP server of your mail provider. Some providers require an app password.',
  fields: [
    { key: 'host', label: 'Server', kind: 'text', required: true, example: 'smtp.example.org' },
    choiceField('security', 'Encryption', 'starttls', [
      ['starttls', 'STARTTLS'],
      ['tls', 'TLS'],
      ['none', 'None'],
    ]),
    { key: 'port', label: 'Port', kind: 'number', help: 'Default: 587; 465 with TLS, 25 without encryption.' },
    choiceField('certificate', 'Certificate', 'checked', [
      ['checked', 'Has to be valid'],
      ['any', 'Any, for a server of your own'],
    ]),
    { key: 'username', label: 'User name', kind: 'text' },
    { key: 'password', label: 'Password', kind: 'secret' },
    { key: 'from', label: 'From', kind: 'text', required: true, example: 'panelkeep@example.org' },
    { key: 'to', label: 'To', kind: 'text', required: true, help: 'Separate several with commas.' },
  ],
  problemOf({ host = '', port = '', from = '', to = '' }) {
    if (!/^[\w.:-]+$/.test(host)) return 'The server is the name of a computer, such as smtp.example.org.'
    if (port !== '' && !(Number(port) >= 1 && Number(port) <= 65_535)) return 'A port is a number from 1 to 65535.'
    const wrong = [from, ...receivers(to)].find((each) => !ADDRESS.test(each))
    return wrong === undefined ? undefined : `"${wrong}" is not an e-mail address.`
  },
  receiverOf: ({ host }) => host || null,
  async send(values, { notice_id, title, body, url, at }, signal) {
    const server = serverOf(values)
    const message = {
      from: values.from ?? '',
      to: receivers(values.to ?? ''),
      subject: shortenText(title, MOST_SUBJECT),
      text: `${lines(body || title, url && `\n${url}`)}\n`,
      // The same id for each attempt, so that mailboxes can drop duplicates.
      id: `<${notice_id}@panelkeep>`,
      at,
    }
    const sent = await mail.send(server, message, { timeoutMs: TIMEOUT_MS, signal })
    return 'ok' in sent ? { ok: `${server.host} took it.` } : { failure: sentenceOf(server, sent) }
  },
})

function serverOf({ host = '', port, security, certificate, username = '', password = '' }: TargetValues): MailServer {
  const how = security === 'tls' || security === 'none' ? security : 'starttls'
  return {
    host,
    port: Number(port) || PORTS[how]!,
    security: how,
    anyCertificate: certificate === 'any',
    ...(username !== '' && { login: { username, password } }),
  }
}

function receivers(to: string): string[] {
  return to
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter(Boolean)
}

/** System error codes of a host that cannot be reached. */
const UNREACHED: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no computer of this name',
  ETIMEDOUT: 'it took too long',
}

function sentenceOf({ host, port }: MailServer, { failure, detail }: { failure: string; detail: string }): string {
  const why = detail === '' ? '' : `: ${shortenText(detail, 200).replace(/(?<![\s.])[\s.]+$/, '')}`
  const at = `${host}:${port}`
  if (failure === 'login') return `${at} rejected the user name and password${why}.`
  if (failure === 'encryption') return `${at} cannot be spoken to in secret${why}.`
  if (failure === 'refused') return `${at} refused the message${why}.`
  const known = Object.keys(UNREACHED).find((code) => detail.includes(code))
  return `${at} does not answer${known === undefined ? why : `: ${UNREACHED[known]}`}.`
}
