import { callerKey } from '../platform/caller'
import { between } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'
import type { AppEvent } from './types'

/** Enough for every filter that people use at the same time; more would come from a crawler. */
const MOST_VALUES = 200
/** Events are hints: a missed one is noticed after this long. */
const LASTS_MS = 60 * 60_000

interface Deps {
  clock: Clock
  subscribe: (listener: (event: AppEvent) => void) => unknown
  /** Differs when the values are out of date without an event. */
  stamp?: () => string | number
}

/** Caches values computed from the database until an event of `types` arrives. */
export class ChangeMemo {
  private readonly values = new Map<string, { value: unknown; at: Instant }>()

  constructor(
    private readonly deps: Deps,
    types: readonly AppEvent['type'][],
  ) {
    deps.subscribe((event) => {
      if (types.includes(event.type)) this.values.clear()
    })
  }

  /** `make` must be synchronous, and callers must not change its value, since later callers get the same one. */
  get<T>(key: string, make: () => T): T {
    const at = this.deps.clock.now()
    const { stamp } = this.deps
    const own = callerKey(stamp ? `${stamp()} ${key}` : key)
    const known = this.values.get(own)
    // Used values move to the end, so that those which nothing uses are dropped first.
    this.values.delete(own)
    if (known && between(known.at, at) < LASTS_MS) {
      this.values.set(own, known)
      return known.value as T
    }
    const value = make()
    if (this.values.size >= MOST_VALUES) this.values.delete(this.values.keys().next().value!)
    this.values.set(own, { value, at })
    return value
  }

  /** The same for a value that is made over several turns. When that fails, the next caller makes it again. */
  getMade<T>(key: string, make: () => Promise<T>): Promise<T> {
    const kept = this.get<{ value?: Promise<T> }>(key, () => ({}))
    kept.value ??= make().catch((error) => {
      kept.value = undefined
      throw error
    })
    return kept.value
  }
}
