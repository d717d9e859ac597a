import { call } from '../api/client'
import type { Reply } from '../api/contract'
import { signal } from '../html'

export type SetupStep = NonNullable<Reply<'GET /api/auth/check-session'>['setup_step']>

const left = signal<SetupStep | undefined>(undefined)

/** The step at which the setup was left, until it is finished: the page reopens there. The server keeps it. */
export const setupStep = {
  get: () => left.value,

  /** Sets the step from the session of the server. */
  set(step: SetupStep | null | undefined): void {
    left.value = step ?? undefined
  },

  change(step: SetupStep): void {
    if (step !== left.value) save(step)
  },

  finish(): void {
    if (left.value !== undefined) save(null)
  },
}

/** A step that is not saved only reopens the setup one step earlier. */
function save(step: SetupStep | null): void {
  setupStep.set(step)
  void call('PUT /api/auth/setup-step', { body: { step } }).catch(() => undefined)
}
