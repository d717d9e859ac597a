import type { MailMessage, MailResult, MailServer, ProgramOptions } from '../base/platform/ports'
import { makeServices } from '../edges/notify/services'
import type { Machine } from '../edges/notify/services/desktop'
import type { Notice } from '../edges/notify/services/service'
import type { NoticeService } from '../edges/notify/states'
import { fakeClock } from './fakes/clock'
import { fakeHttp, type Handler } from './fakes/http'

export const notice: Notice = {
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

/**
 * Every notification service: all hosts use the same handler, every program succeeds, and mail has the result
 * `mailing`.
 */
export function serviceHarness(
  handler: Handler = () => Response.json({}),
  machine: Machine = { platform: 'linux', hasScreen: true },
  mailing: MailResult = { ok: true },
) {
  const requests: Heard[] = []
  const ran: { command: string[]; run: ProgramOptions }[] = []
  const mailed: { server: MailServer; message: MailMessage }[] = []
  const listening: Handler = async (request) => {
    const { method, url, headers } = request
    requests.push({ method, url, headers, body: await request.clone().json() })
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
        return mailing
      },
    },
  })
  const send = (service: NoticeService, values: Record<string, string>, overrides: Partial<Notice> = {}) =>
    services[service].send(values, { ...notice, ...overrides }, new AbortController().signal)
  return { services, requests, ran, mailed, send }
}

export const DISCORD = 'https://discord.com/api/webhooks/1/secret'
