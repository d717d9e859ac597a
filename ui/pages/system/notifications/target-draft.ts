import { call } from '../../../api/client'
import type { Input } from '../../../api/contract'
import { useMutation } from '../../../api/query'
import type { TestResult } from '../../../forms/test-button'
import { useState } from '../../../html'
import type { Service, Target, WireNotifications } from './notice-words'

/** A notification target while it is edited. Values that are left out keep their saved value. */
export type TargetDraft = { name: string; events: Target['events']; values: Record<string, string> }

export const targetDraft = ({ name, events, values }: Target): TargetDraft => ({
  name,
  events: [...events],
  values: { ...values },
})

export const newDraft = ({ events }: WireNotifications): TargetDraft => ({
  name: '',
  events: events.filter(({ usual }) => usual).map(({ event }) => event),
  values: {},
})

const bodyOf = ({ name, events, values }: TargetDraft) => {
  const typed = Object.entries(values).map(([key, value]) => [key, value.trim()])
  return { name: name.trim(), events, values: Object.fromEntries(typed) as Record<string, string> }
}

/** The draft of a target and the result of its last test. */
export function useTargetDraft(first: TargetDraft, service: Service['service'], target_id?: string) {
  const ask = useMutation('POST /api/config/notifications/test')
  const [draft, setDraft] = useState(first)
  const [tried, setTried] = useState<TestResult | undefined>(undefined)
  const test = async () => {
    setTried(undefined)
    const { name, ...body } = bodyOf(draft)
    const named = name === '' ? {} : { name }
    setTried(await ask.run({ body: { ...body, ...named, service, ...(target_id && { target_id }) } }))
  }
  const onDraft = (next: TargetDraft) => {
    // The result belongs to another address or key.
    if (next.values !== draft.values) {
      setTried(undefined)
      ask.reset()
    }
    setDraft(next)
  }
  return {
    draft,
    onDraft,
    busy: ask.busy,
    tried: ask.error ? { success: false, detail: ask.error.detail } : tried,
    test,
  }
}

export const addTarget = (service: Service['service'], draft: TargetDraft) =>
  call('POST /api/config/notifications', { body: { service, ...bodyOf(draft) } })

type Change = Input<'PUT /api/config/notifications/:target_id'>['body']

export const changeTarget = (target_id: string, body: Change) =>
  call('PUT /api/config/notifications/:target_id', { params: { target_id }, body })

export const changeAll = (target_id: string, draft: TargetDraft) => changeTarget(target_id, bodyOf(draft))

/** Whether every required field is filled in or saved. */
export const isWhole = ({ fields }: Service, { values }: TargetDraft, kept: readonly string[] = []): boolean =>
  fields.every(({ key, required }) => !required || values[key]?.trim() || (kept.includes(key) && !(key in values)))
