import { Refusal } from '../../base/refusal'
import type { ChangedTarget } from './notice-schema'
import type { TargetRow } from './notice-store'
import type { Services } from './services'
import type { TargetField, TargetService, TargetValues } from './services/service'
import { type NoticeEvent, noticeEvents } from './states'
import { words } from './wording'

const refusing = (sentence: string, extra = {}) => new Refusal('invalid', sentence, extra)

export const usualEvents: readonly NoticeEvent[] = noticeEvents.filter((event) => words[event].usual)

type Fresh = Pick<TargetRow, 'target_id' | 'added_at' | 'moved_in'>

/** The row for a request: fields that the body leaves out keep their value, or get the default. Throws Refusal. */
export function targetRowOf(
  body: ChangedTarget,
  { services, old, fresh }: { services: Services; old?: TargetRow; fresh: Fresh },
): TargetRow {
  const service = body.service ?? old?.service
  if (!service) throw refusing('service is required.')
  if (old && old.service !== service)
    throw refusing(`${old.name} cannot be changed to another service. Add a new one instead.`)
  const how = services[service]
  const missing = how.missing?.()
  if (missing && !old) throw refusing(missing)
  const before: TargetValues = { ...old?.settings, ...old?.secrets }
  const values = valuesOf(how, body.values ?? {}, before)
  keptSecrets(how, body.values ?? {}, { before, values })
  const of = (isSecret: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => (fieldOf(how, key).kind === 'secret') === isSecret))
  return {
    ...(old ?? { ...fresh, last_ok_at: null, last_failed_at: null, error: null }),
    service,
    name: (body.name ?? old?.name ?? '').trim() || how.label,
    enabled: body.enabled ?? old?.enabled ?? true,
    moved_in: fresh.moved_in,
    events: noticeEvents.filter((event) => (body.events ?? old?.events ?? usualEvents).includes(event)),
    settings: of(false),
    secrets: of(true),
  }
}

function fieldOf({ label, fields }: TargetService, key: string): TargetField {
  const field = fields.find((each) => each.key === key)
  if (!field) throw refusing(`${label} has no field ${key}.`)
  return field
}

/** Empty values are not stored. */
function valuesOf(
  service: TargetService,
  input: Readonly<Record<string, string | null>>,
  before: TargetValues,
): TargetValues {
  const values = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(input)) {
    const field = fieldOf(service, key)
    if (value === null) continue
    if (value.trim() === '') values.delete(key)
    else values.set(key, typedAs(service, field, value.trim()))
  }
  for (const { key, label, required } of service.fields)
    if (required && !values.has(key)) throw refusing(`${label} of ${service.label} has to be filled in.`)
  const all = Object.fromEntries(values)
  const problem = service.problemOf?.(all)
  if (problem) throw refusing(problem)
  return all
}

function typedAs(
  { label: who }: TargetService,
  { label, kind, choices, isAddress }: TargetField,
  value: string,
): string {
  if (kind === 'address' || isAddress) return addressOf(value, `${label} of ${who}`)
  if (kind === 'number' && !/^\d{1,15}$/.test(value)) throw refusing(`${label} of ${who} is a whole number.`)
  if (kind === 'choice' && !choices?.some((each) => each.value === value))
    throw refusing(`${label} of ${who} is one of ${choices?.map((each) => each.value).join(', ')}.`)
  // A line break would inject a header into a request or a mail.
  if (/[\r\n\0]/.test(value)) throw refusing(`${label} of ${who} is one line.`)
  return value
}

function addressOf(value: string, what: string): string {
  const url = /^https?:\/\/[^/]/i.test(value) ? URL.parse(value) : null
  if (!url) throw refusing(`${what} has to begin with http:// or https://.`)
  if (url.username !== '' || url.password !== '')
    throw refusing(`${what} holds a login, which would be shown. Write it into its own fields.`)
  return value
}

/**
 * The stored secrets to keep. A secret is sent only to the host that it was entered for, so that changing the address
 * cannot reveal it.
 */
function keptSecrets(
  service: TargetService,
  input: Readonly<Record<string, string | null>>,
  { before, values }: { before: TargetValues; values: TargetValues },
): void {
  const [there, now] = [service.receiverOf(before), service.receiverOf(values)]
  if (Object.keys(before).length === 0 || there === now) return
  const kept = service.fields.find(({ key, kind }) => kind === 'secret' && values[key] && !input[key]?.trim())
  if (kept)
    throw refusing(
      `Notices go to ${now} now, so ${kept.label} is needed again: the saved one was given for ${there}.`,
      { code: 'secret_required' },
    )
}
