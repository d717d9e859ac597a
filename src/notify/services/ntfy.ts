import { type Caller, cut, deliver, hostOf, type Json } from './calling'
import type { Notice, Service, Values } from './service'

const THEIRS = 'https://ntfy.sh'
const MOST_BODY = 3500

const TAGS: Record<Notice['event'], string> = {
  arrived: 'books',
  grabbed: 'inbox_tray',
  failed: 'warning',
  needs_attention: 'rotating_light',
  health: 'stethoscope',
  update: 'sparkles',
  test: 'wave',
}

/** A topic of ntfy, at ntfy.sh or at home (docs.ntfy.sh/publish, "Publish as JSON"). */
export const ntfy = (caller: Caller): Service => ({
  label: 'ntfy',
  about: 'Choose a topic that nobody else guesses, and subscribe to it in the app.',
  fields: [
    { key: 'server', label: 'Server', kind: 'address', usual: THEIRS },
    { key: 'topic', label: 'Topic', kind: 'text', required: true },
    { key: 'token', label: 'Access token', kind: 'secret', help: 'Only where the topic asks for one.' },
    { key: 'username', label: 'User name', kind: 'text', help: 'In place of a token.' },
    { key: 'password', label: 'Password', kind: 'secret' },
    {
      key: 'priority',
      label: 'Priority',
      kind: 'choice',
      usual: '3',
      choices: [
        { value: '1', label: 'Lowest' },
        { value: '2', label: 'Low' },
        { value: '3', label: 'Normal' },
        { value: '4', label: 'High' },
        { value: '5', label: 'Highest' },
      ],
    },
  ],
  goesTo: ({ server }) => hostOf(server || THEIRS),
  send: (values, { event, title, body, url }, signal) =>
    deliver(
      caller,
      { who: 'ntfy', key: values.token ? 'access token' : 'login', reason: ({ error }: Json) => error },
      {
        method: 'POST',
        url: `${(values.server || THEIRS).replace(/\/+$/, '')}/`,
        headers: loginOf(values),
        body: {
          topic: values.topic,
          title,
          message: cut(body, MOST_BODY) || title,
          tags: [TAGS[event]],
          priority: Number(values.priority || 3),
          ...(url && { click: url }),
        },
        signal,
      },
    ),
})

function loginOf({ token, username, password }: Values): Record<string, string> {
  if (token) return { Authorization: `Bearer ${token}` }
  if (!username) return {}
  return { Authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` }
}
