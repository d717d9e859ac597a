import { joinAddress } from '../service-request'
import { deliver, type Json, lines, type ServiceCaller, serviceHostOf } from './deliver'
import type { Notice, TargetService } from './service'

const TYPES: Record<Notice['event'], string> = {
  arrived: 'success',
  grabbed: 'info',
  failed: 'warning',
  needs_attention: 'warning',
  requested: 'info',
  health: 'warning',
  update: 'info',
  test: 'info',
}

/** All services that Apprise supports, through an Apprise API server (github.com/caronc/apprise-api). */
export const apprise = (caller: ServiceCaller): TargetService => ({
  label: 'Apprise API',
  about:
    'Enter the address of your Apprise API server, and the key of a configuration there or the addresses to notify.',
  fields: [
    { key: 'server', label: 'Server', kind: 'address', required: true, example: 'http://192.168.1.5:8000' },
    { key: 'key', label: 'Configuration key', kind: 'secret', help: 'Key of a configuration on the server.' },
    {
      key: 'tags',
      label: 'Tags',
      kind: 'text',
      help: 'Notify only addresses of the configuration with one of these tags.',
    },
    {
      key: 'urls',
      label: 'Apprise addresses',
      kind: 'secret',
      help: 'Used without a key. Separate several with commas.',
    },
  ],
  problemOf: ({ key, urls }) =>
    key || urls ? undefined : 'Enter the key of a configuration, or the addresses that Apprise notifies.',
  receiverOf: ({ server }) => serviceHostOf(server),
  send: ({ server = '', key, tags, urls }, { event, title, body, url }, signal) =>
    deliver(
      caller,
      { who: 'Apprise', key: 'key', reason: ({ error }: Json) => error, butWhy },
      {
        method: 'POST',
        url: joinAddress(server, key ? `notify/${encodeURIComponent(key)}` : 'notify'),
        body: {
          title,
          body: lines(body, url) || title,
          type: TYPES[event],
          format: 'text',
          ...(key ? tags && { tag: tags } : { urls }),
        },
        signal,
      },
    ),
})

/** A sentence for the status that the server returns when no configuration exists under the key. */
const butWhy = (status: number) =>
  status === 204 ? 'has no configuration under this key (204). Check the key.' : undefined
