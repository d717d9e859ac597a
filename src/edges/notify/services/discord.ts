import { deliver, type Json, type ServiceCaller, serviceHostOf, shortenText } from './deliver'
import { webhookAddress } from './fields'
import type { Notice, TargetService } from './service'

const COLOURS: Record<Notice['event'], number> = {
  arrived: 0x3f9d6a,
  grabbed: 0x4a7fc1,
  failed: 0xc98a2b,
  needs_attention: 0xd2452f,
  requested: 0x3f76c4,
  health: 0xd2452f,
  update: 0x4a7fc1,
  test: 0x4a7fc1,
}
/** Discord's limits of an embed. */
const [MOST_TITLE, MOST_BODY] = [256, 4096]

/** A channel of a Discord server, through a webhook (docs/resources/webhook, "Execute Webhook"). */
export const discord = (caller: ServiceCaller): TargetService => ({
  label: 'Discord',
  about: 'In the settings of a channel, under Integrations, make a webhook and copy its address.',
  fields: [
    webhookAddress('https://discord.com/api/webhooks/…'),
    { key: 'username', label: 'Name shown', kind: 'text', usual: 'Panelkeep' },
  ],
  receiverOf: ({ webhook_url }) => serviceHostOf(webhook_url),
  send: ({ webhook_url = '', username = '' }, { event, title, body, url, at }, signal) =>
    deliver(
      caller,
      {
        who: 'Discord',
        key: 'webhook address',
        reason: ({ message }: Json) => message,
        waitMs: ({ retry_after }: Json) => (typeof retry_after === 'number' ? retry_after * 1000 : undefined),
      },
      {
        method: 'POST',
        url: webhook_url,
        body: {
          username: username || 'Panelkeep',
          embeds: [
            {
              title: shortenText(title, MOST_TITLE),
              description: shortenText(plain(body), MOST_BODY),
              color: COLOURS[event],
              timestamp: at,
              ...(url && { url }),
            },
          ],
          // Names of releases may look like mentions.
          allowed_mentions: { parse: [] },
        },
        signal,
      },
    ),
})

/** Escapes Discord's markup. */
function plain(text: string): string {
  return text.replace(/[\\*_~`|>#[\]]/g, '\\$&')
}
