import type { ExternalService, ServiceFailure } from '../../../base/outbound/external-service'
import type { ServiceError } from '../../../base/outbound/service-error'
import { isBlockedUntil } from '../../../base/platform/clock'
import type { Clock } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { FailureKind } from '../../../library/metadata/states'
import * as store from './service-store'

const NAME = 'walksoftly'
/** The list is run by one person: send few requests, and pause long after a limit. */
const LIMITS = { gapMs: 5000, countedMs: 3_600_000, limitMs: 3_600_000 }

/** The list with its row: its limits and pauses do not depend on other sources. */
export class WalksoftlyService implements ExternalService<FailureKind> {
  readonly id = NAME
  readonly limits = LIMITS
  readonly logged = { source: NAME }

  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  health(): Partial<store.ServiceHealthRow> {
    return store.findServiceHealth(this.deps.db.read, NAME) ?? {}
  }

  blocked(): ServiceFailure<FailureKind> | undefined {
    const { failure, detail, blocked_until } = this.health()
    if (!failure || !blocked_until || !isBlockedUntil(blocked_until, this.deps.clock.now())) return undefined
    return { failure, detail: detail ?? '', until: blocked_until }
  }

  describe({ kind, what }: ServiceError) {
    const failure = kind === 'grab_limit' ? 'limit' : kind === 'unsupported' ? 'refused' : kind
    return { failure, detail: SENTENCES[failure](what === '' ? '' : ` (${what})`), what }
  }

  backsOff(): boolean {
    return true
  }

  readonly recordHealth: ExternalService<FailureKind>['recordHealth'] = {
    request: (state) => this.save(state),
    success: (_resource, state) => {
      this.save(state)
      return true
    },
    failure: (_resource, _error, state) => this.save(state),
  }

  private save(change: Partial<store.ServiceHealthRow>): void {
    this.deps.db.write((tx) => store.saveServiceHealth(tx, NAME, change))
  }
}

const LATER = 'Panelkeep tries again later. Earlier releases are kept.'

const SENTENCES: Record<Exclude<FailureKind, 'disabled' | 'not_configured'>, (why: string) => string> = {
  auth: (why) => `Walksoftly refused the request${why}.`,
  limit: () => `Walksoftly has reached its request limit. ${LATER}`,
  banned: (why) => `Walksoftly has blocked this address${why}. ${LATER}`,
  unreachable: (why) => `Walksoftly cannot be reached${why}. ${LATER}`,
  unavailable: (why) => `Walksoftly has a server problem${why}. ${LATER}`,
  unreadable: (why) => `Walksoftly sent a reply that cannot be read${why}. ${LATER}`,
  refused: (why) => `Walksoftly refused the request${why}.`,
}
