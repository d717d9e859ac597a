import { under } from '../service-request'
import { type Caller, deliver, hostOf, type Json } from './deliver'
import type { Service } from './service'

/** A Gotify server (gotify.net/api-docs, createMessage). */
export const gotify = (caller: Caller): Service => ({
  label: 'Gotify',
  about: 'Make an application in Gotify, and enter its token.',
  fields: [
    { key: 'server', label: 'Server', kind: 'address', required: true, example: 'http://192.168.1.5:8080' },
    { key: 'token', label: 'Application token', kind: 'secret', required: true },
    { key: 'priority', label: 'Priority', kind: 'number', usual: '5', help: '0 to 10.' },
  ],
  goesTo: ({ server }) => hostOf(server),
  send: ({ server = '', token = '', priority }, { title, body, url }, signal) =>
    deliver(
      caller,
      { who: 'Gotify', key: 'application token', reason: ({ errorDescription }: Json) => errorDescription },
      {
        method: 'POST',
        url: under(server, 'message'),
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
