import { joinAddress } from '../service-request'
import {
  asMarkup,
  deliver,
  type Json,
  jsonObject,
  lines,
  type ServiceCaller,
  serviceHostOf,
  shortenText,
} from './deliver'
import type { TargetService } from './service'

/** A message is limited to 4096 characters; title and address need some of them. */
const [MOST_TITLE, MOST_BODY] = [256, 3000]
const THEIRS = 'https://api.telegram.org'

/** A chat with a bot (core.telegram.org/bots/api, sendMessage). */
export const telegram = (caller: ServiceCaller): TargetService => ({
  label: 'Telegram',
  about: 'Talk to @BotFather to make a bot, write to that bot once, and enter its token and the id of the chat.',
  fields: [
    { key: 'bot_token', label: 'Bot token', kind: 'secret', required: true, example: '123456:ABC-…' },
    { key: 'chat_id', label: 'Chat id', kind: 'text', required: true, example: '123456789 or @channel' },
    { key: 'thread_id', label: 'Topic id', kind: 'number', help: 'Only for a topic of a group.' },
    { key: 'server', label: 'Server', kind: 'address', usual: THEIRS, help: 'Only for a Bot API server of your own.' },
  ],
  receiverOf: ({ server }) => serviceHostOf(server || THEIRS),
  send: ({ bot_token, chat_id, thread_id, server }, { title, body, url }, signal) =>
    deliver(
      caller,
      {
        who: 'Telegram',
        key: 'bot token',
        reason: ({ description }: Json) => description,
        waitMs({ parameters }: Json) {
          const { retry_after } = jsonObject(parameters)
          return typeof retry_after === 'number' ? retry_after * 1000 : undefined
        },
      },
      {
        method: 'POST',
        url: joinAddress(server || THEIRS, `bot${bot_token}/sendMessage`),
        body: {
          chat_id,
          text: lines(
            `<b>${asMarkup(shortenText(title, MOST_TITLE))}</b>`,
            asMarkup(shortenText(body, MOST_BODY)),
            url && asMarkup(url),
          ),
          parse_mode: 'HTML',
          link_preview_options: { is_disabled: true },
          ...(thread_id && { message_thread_id: Number(thread_id) }),
        },
        signal,
      },
    ),
})
