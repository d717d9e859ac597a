import { deliver, type ServiceCaller, serviceHostOf } from './deliver'
import type { TargetService } from './service'

/** Any address that accepts JSON. */
export const webhook = (caller: ServiceCaller): TargetService => ({
  label: 'Webhook',
  about: 'An address that is sent each notice as JSON: event, title, body, url, at, notice_id.',
  fields: [
    { key: 'url', label: 'Address', kind: 'secret', required: true, isAddress: true, example: 'https://…' },
    { key: 'authorization', label: 'Authorization', kind: 'secret', help: 'Sent as that header: Bearer and a token.' },
  ],
  receiverOf: ({ url }) => serviceHostOf(url),
  send: ({ url = '', authorization }, notice, signal) =>
    deliver(
      caller,
      { who: 'The webhook', key: 'authorization' },
      { method: 'POST', url, body: notice, headers: authorization ? { Authorization: authorization } : {}, signal },
    ),
})
