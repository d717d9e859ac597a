import { callService, joinAddress, replyJson } from '../service-request'
import {
  asMarkup,
  type Json,
  jsonObject,
  lines,
  refusalOf,
  type ServiceCaller,
  type ServiceErrors,
  serviceHostOf,
} from './deliver'
import type { DeliveryResult, Notice, TargetService, TargetValues } from './service'

const MANNERS: ServiceErrors = {
  who: 'Matrix',
  key: 'access token',
  reason: ({ error }: Json) => error,
  waitMs: ({ retry_after_ms }: Json) => (typeof retry_after_ms === 'number' ? retry_after_ms : undefined),
}

/**
 * A room of Matrix (spec.matrix.org, client-server API v3). A notice sent twice under one transaction id appears once.
 */
export const matrix = (caller: ServiceCaller): TargetService => ({
  label: 'Matrix',
  about: 'Invite the account to the room, and enter its homeserver and access token.',
  fields: [
    { key: 'server', label: 'Homeserver', kind: 'address', required: true, example: 'https://matrix.org' },
    { key: 'access_token', label: 'Access token', kind: 'secret', required: true },
    { key: 'room', label: 'Room', kind: 'text', required: true, example: '!id:server or #name:server' },
  ],
  problemOf: ({ room = '' }) =>
    /^[!#]/.test(room) ? undefined : 'A room begins with ! (its id) or # (its name), such as #comics:example.org.',
  receiverOf: ({ server }) => serviceHostOf(server),
  async send(values, notice, signal) {
    const talk = (method: 'PUT' | 'POST', path: string, body: unknown) =>
      call(caller, values, { method, path, body, signal })
    const { room = '' } = values
    const message = messageOf(notice)
    const into = (id: string) => `rooms/${encodeURIComponent(id)}/send/m.room.message/${notice.notice_id}`
    const first = room.startsWith('!') ? await talk('PUT', into(room), message) : undefined
    if (first && ('ok' in first || first.status !== 403)) return deliveryOf(first)
    // A room alias is resolved by joining; a room id refuses users who have not joined.
    const joined = await talk('POST', `join/${encodeURIComponent(room)}`, {})
    if (!('ok' in joined)) return deliveryOf(joined)
    return deliveryOf(await talk('PUT', into(String(joined.ok.room_id ?? room)), message))
  },
})

type Reply = { ok: Json } | (Exclude<DeliveryResult, { ok: string }> & { status: number | undefined })

async function call(
  { http, clock }: ServiceCaller,
  { server = '', access_token }: TargetValues,
  request: { method: 'PUT' | 'POST'; path: string; body: unknown; signal: AbortSignal },
): Promise<Reply> {
  const { path, ...rest } = request
  const url = joinAddress(server, `_matrix/client/v3/${path}`)
  const answer = await callService(http, MANNERS.who, {
    ...rest,
    url,
    headers: { Authorization: `Bearer ${access_token}` },
  })
  if ('ok' in answer) return { ok: jsonObject(replyJson(answer.ok)) }
  return { ...refusalOf(answer, url, MANNERS, clock.now()), status: answer.sent?.status }
}

function deliveryOf(reply: Reply): DeliveryResult {
  if ('ok' in reply) return { ok: 'Matrix took it.' }
  const { status: _status, ...result } = reply
  return result
}

function messageOf({ title, body, url }: Notice) {
  const html = [`<b>${asMarkup(title)}</b>`, ...body.split('\n').filter(Boolean).map(asMarkup), url && asMarkup(url)]
  return {
    msgtype: 'm.text',
    body: lines(title, body, url),
    format: 'org.matrix.custom.html',
    formatted_body: html.filter(Boolean).join('<br>'),
  }
}
