import { line, type RowKey, type RowKeys, secret, yesNo } from '../../../base/config/row-keys'
import type { NewTarget } from '../../notify/notice-schema'
import type { TargetRow } from '../../notify/notice-store'
import type { NoticeEvent, NoticeService } from '../../notify/states'
import { usualEvents } from '../../notify/target-row'

type Key = RowKey<TargetRow, NewTarget>

const enabled: Key = {
  kind: yesNo,
  read: (row) => row?.enabled ?? false,
  write: (value: boolean) => ({ enabled: value }),
}
/** Whether the target gets `event`. */
const enabledFor = (event: NoticeEvent): Key => ({
  kind: yesNo,
  read: (row) => row?.events.includes(event) ?? false,
  write(value: boolean, { row, soFar }) {
    const others = (soFar.events ?? row?.events ?? usualEvents).filter((each) => each !== event)
    return { events: value ? [...others, event] : others }
  },
})

/** The field `name`: `shown` converts for reading, `filled` for writing. */
function field<V>(name: string, { kind, shown, filled }: Shape<V>): Key {
  return {
    kind,
    read: (row) => shown(row?.settings[name] ?? ''),
    write: (value: V, { soFar }) => ({ values: { ...soFar.values, [name]: filled(value) } }),
  }
}
interface Shape<V> {
  kind: Key['kind']
  shown: (kept: string) => V
  filled: (value: V) => string
}
const same = (kept: string) => kept
const text = (name: string) => field(name, { kind: line, shown: same, filled: same })
const number = (name: string, [usual, least, most]: [number, number, number]) =>
  field(name, {
    kind: { type: 'integer', default: usual, least, most },
    shown: (kept) => (kept === '' ? usual : Number(kept)),
    filled: String,
  })
const key = (name: string): Key => ({
  kind: secret,
  read: (row) => (row?.secrets[name] ?? '') !== '',
  write: (value: string, { soFar }) => ({ values: { ...soFar.values, [name]: value } }),
})

/** The tools' values 0, 1 and 2. */
const ENCRYPTION = ['none', 'tls', 'starttls']
const USUAL = 2
const encryption = field('security', {
  kind: { type: 'integer', default: USUAL, least: 0, most: 2 },
  shown: (kept) => (kept === '' ? USUAL : ENCRYPTION.indexOf(kept)),
  filled: (value: number) => ENCRYPTION[value]!,
})

const usual = (service: string) => ({ [`${service}_enabled`]: enabled, [`${service}_onsnatch`]: enabledFor('grabbed') })

/** Maps keys of existing tools to fields of the first target of each service. */
export const noticeKeys: Partial<Record<NoticeService, RowKeys<TargetRow, NewTarget>>> = {
  discord: { ...usual('discord'), discord_webhook_url: key('webhook_url') },
  slack: { ...usual('slack'), slack_webhook_url: key('webhook_url') },
  telegram: { ...usual('telegram'), telegram_token: key('bot_token'), telegram_userid: text('chat_id') },
  pushover: {
    ...usual('pushover'),
    pushover_apikey: key('app_token'),
    pushover_userkey: key('user_key'),
    pushover_device: text('device'),
    pushover_priority: number('priority', [0, -2, 1]),
  },
  gotify: { ...usual('gotify'), gotify_server_url: text('server'), gotify_token: key('token') },
  matrix: {
    ...usual('matrix'),
    matrix_homeserver: text('server'),
    matrix_access_token: key('access_token'),
    matrix_room_id: text('room'),
  },
  email: {
    email_enabled: enabled,
    email_ongrab: enabledFor('grabbed'),
    email_onpost: enabledFor('arrived'),
    email_from: text('from'),
    email_to: text('to'),
    email_server: text('host'),
    email_user: text('username'),
    email_password: key('password'),
    email_enc: encryption,
    email_port: number('port', [587, 1, 65_535]),
  },
}
