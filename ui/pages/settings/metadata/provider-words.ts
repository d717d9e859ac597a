import { providerOf } from '../../../../src/base/providers/descriptors'
import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { clockWords } from '../../../parts/text/clock-words'
import { countWords, numberWords } from '../../../parts/text/format'

/** A metadata provider with its state, from the server. */
export type WireProvider = Reply<'GET /api/metadata/providers'>['providers'][number]
/** The state of a provider, in a word or two. */
export function providerState(provider: WireProvider): { mark: MarkState; word: string } {
  const { enabled, configured, state, failure, blocked_until } = provider
  if (!enabled) return { mark: 'skipped', word: 'Off' }
  if (!configured) return { mark: 'attention', word: `Needs a ${providerOf(provider.name).needs?.short ?? 'key'}` }
  if (failure === 'auth') return { mark: 'attention', word: 'Login rejected' }
  if (blocked_until !== null && state !== 'ready') {
    const until = clockWords(blocked_until)
    return failure === 'banned'
      ? { mark: 'attention', word: `Blocked until ${until}` }
      : { mark: 'wanted', word: `Paused until ${until}` }
  }
  if (state === 'ready') return { mark: 'have', word: 'Ready' }
  return { mark: 'attention', word: 'Not reachable' }
}

/** A budget this large is not worth showing. */
const PLENTY = 2_000

/** "14 of 200 requests used in the last hour". */
export function spentWords({ asked_last_hour, budget_hour }: WireProvider): string {
  if (asked_last_hour === 0) return 'No requests in the last hour'
  if (budget_hour === null || budget_hour > PLENTY) return `${countWords(asked_last_hour, 'request')} in the last hour`
  return `${numberWords(asked_last_hour)} of ${countWords(budget_hour, 'request')} used in the last hour`
}
