import { between, fromMs } from '../../../base/platform/clock'
import { callService } from '../service-request'
import { type Json, refusalOf, type ServiceCaller, type ServiceErrors, shortenText } from './deliver'
import { choiceField } from './fields'
import type { TargetService } from './service'

const URL_OF = 'https://api.pushover.net/1/messages.json'
/** Pushover's limits. */
const [MOST_TITLE, MOST_BODY] = [250, 1024]

const MANNERS: ServiceErrors = {
  who: 'Pushover',
  key: 'application token',
  reason: ({ errors }: Json) => (Array.isArray(errors) ? errors.join(', ') : undefined),
}

/** Phones and tablets through pushover.net (pushover.net/api). */
export const pushover = (caller: ServiceCaller): TargetService => ({
  label: 'Pushover',
  about: 'Make an application at pushover.net, and enter its token and your user key.',
  fields: [
    { key: 'app_token', label: 'Application token', kind: 'secret', required: true },
    { key: 'user_key', label: 'User or group key', kind: 'secret', required: true },
    { key: 'device', label: 'Device', kind: 'text', help: 'Empty for all of them.' },
    choiceField('priority', 'Priority', '0', [
      ['-2', 'Lowest'],
      ['-1', 'Low'],
      ['0', 'Normal'],
      ['1', 'High'],
    ]),
  ],
  receiverOf: () => 'api.pushover.net',
  async send({ app_token, user_key, device, priority }, { title, body, url }, signal) {
    const answer = await callService(caller.http, MANNERS.who, {
      method: 'POST',
      url: URL_OF,
      body: {
        token: app_token,
        user: user_key,
        title: shortenText(title, MOST_TITLE),
        // Pushover rejects an empty message.
        message: shortenText(body, MOST_BODY) || title,
        priority: Number(priority || 0),
        ...(device && { device }),
        ...(url && { url, url_title: 'Open Panelkeep' }),
      },
      signal,
    })
    if ('ok' in answer) return { ok: 'Pushover accepted it.' }
    const now = caller.clock.now()
    const result = refusalOf(answer, URL_OF, MANNERS, now)
    // 429 means that the monthly quota is used up.
    const reset = Number(answer.sent?.headers.get('x-limit-app-reset') ?? Number.NaN)
    if (result.until === undefined || !Number.isFinite(reset)) return result
    const until = fromMs(reset * 1000)
    return between(now, until) > 0 ? { ...result, until } : result
  },
})
