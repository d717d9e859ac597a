import { joinAddress } from '../service-request'
import { deliver, type Json, type ServiceCaller, serviceHostOf } from './deliver'
import type { TargetService } from './service'

/** A Gotify server (gotify.net/api-docs, createMessage). */
export const gotify = (caller: ServiceCaller): TargetService => ({
  label: 'Gotify',
  about: 'Make an application in Gotify, and enter its token.',
  fields: [
    { key: 'server', label: 'Server', kind: 'address', required: true, example: 'http://192.168.1.5:8080' },
    { key: 'token', label: 'Application token', kind: 'secret', required: true },
    { key: 'priority', label: 'Priority', kind: 'number', usual: '5', help: '0 to 10.' },
  ],
  receiverOf: ({ server }) => serviceHostOf(server),
  send: ({ server = '', token = '', priority }, { title, body, url }, signal) =>
    deliver(
      caller,
      { who: 'Gotify', key: 'application token', reason: ({ errorDescription }: Json) => errorDescription },
      {
        method: 'POST',
        url: joinAddress(server, 'message'),
        headers: { 'X-Gotify-Key': token },
        body: {
          title,
          // Gotify rejects an empty message.
          message: body || title,
          priority: Number(priority || 5),
          ...(url && { extras: { 'client::notification': { click: { url } } } }),
        },
        signal,
      },
    ),
})
