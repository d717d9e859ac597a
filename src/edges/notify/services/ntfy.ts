import { deliver, type Json, type ServiceCaller, serviceHostOf, shortenText } from './deliver'
import { choiceField } from './fields'
import type { Notice, TargetService, TargetValues } from './service'

const THEIRS = 'https://ntfy.sh'
const MOST_BODY = 3500

const TAGS: Record<Notice['event'], string> = {
  arrived: 'books',
  grabbed: 'inbox_tray',
  failed: 'warning',
  needs_attention: 'rotating_light',
  requested: 'raising_hand',
  health: 'stethoscope',
  update: 'sparkles',
  test: 'wave',
}

/** A topic of ntfy, at ntfy.sh or a self-hosted server (docs.ntfy.sh/publish, "Publish as JSON"). */
export const ntfy = (caller: ServiceCaller): TargetService => ({
  label: 'ntfy',
  about: 'Choose a topic that is hard to guess, and subscribe to it in the app.',
  fields: [
    { key: 'server', label: 'Server', kind: 'address', usual: THEIRS },
    { key: 'topic', label: 'Topic', kind: 'text', required: true },
    { key: 'token', label: 'Access token', kind: 'secret', help: 'Only for topics that need one.' },
    { key: 'username', label: 'User name', kind: 'text', help: 'In place of a token.' },
    { key: 'password', label: 'Password', kind: 'secret' },
    choiceField('priority', 'Priority', '3', [
      ['1', 'Lowest'],
      ['2', 'Low'],
      ['3', 'Normal'],
      ['4', 'High'],
      ['5', 'Highest'],
    ]),
  ],
  receiverOf: ({ server }) => serviceHostOf(server || THEIRS),
  send: (values, { event, title, body, url }, signal) =>
    deliver(
      caller,
      { who: 'ntfy', key: values.token ? 'access token' : 'login', reason: ({ error }: Json) => error },
      {
        method: 'POST',
        url: `${(values.server || THEIRS).replace(/(?<!\/)\/+$/, '')}/`,
        headers: loginOf(values),
        body: {
          topic: values.topic,
          title,
          message: shortenText(body, MOST_BODY) || title,
          tags: [TAGS[event]],
          priority: Number(values.priority || 3),
          ...(url && { click: url }),
        },
        signal,
      },
    ),
})

function loginOf({ token, username, password }: TargetValues): Record<string, string> {
  if (token) return { Authorization: `Bearer ${token}` }
  if (!username) return {}
  return { Authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` }
}
