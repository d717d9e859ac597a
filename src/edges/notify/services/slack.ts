import { asMarkup, deliver, lines, type ServiceCaller, serviceHostOf, shortenText } from './deliver'
import { webhookAddress } from './fields'
import type { TargetService } from './service'

const MOST_TEXT = 4000

/** A channel of Slack, or of a program that accepts Slack's incoming webhooks: Mattermost, Rocket.Chat. */
export const slack = (caller: ServiceCaller): TargetService => ({
  label: 'Slack',
  about:
    'Make an app with an incoming webhook for a channel, and copy its address. Mattermost and Rocket.Chat accept it too.',
  fields: [webhookAddress('https://hooks.slack.com/services/…')],
  receiverOf: ({ webhook_url }) => serviceHostOf(webhook_url),
  send: ({ webhook_url = '' }, { title, body, url }, signal) =>
    deliver(
      caller,
      { who: 'Slack', key: 'webhook address' },
      {
        method: 'POST',
        url: webhook_url,
        body: {
          text: lines(`*${asMarkup(title)}*`, asMarkup(shortenText(body, MOST_TEXT)), url && `<${url}>`),
          unfurl_links: false,
        },
        signal,
      },
    ),
})
