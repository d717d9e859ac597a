import type { Service, ServiceLimits } from '../../outside/external-service'
import type { ServiceError } from '../../outside/service-error'
import type { IndexerFailure } from '../states'
import { originOf } from './address'
import { describeFailure } from './failure-sentence'
import type { Failure } from './indexer'
import type { IndexerTarget } from './indexer-client'
import type { IndexerService } from './indexer-health'

/**
 * Tests an indexer that is not saved, or not with these values. Nothing is stored, and only a pause of the saved
 * indexer is respected.
 */
export class IndexerTrial implements Service<IndexerFailure> {
  readonly id: string
  readonly keep = { request() {}, success: () => false, failure() {} }

  constructor(
    readonly row: IndexerTarget,
    readonly limits: ServiceLimits,
    private readonly saved: IndexerService | undefined,
  ) {
    this.id = saved?.id ?? originOf(row.host)
  }

  health() {
    return {}
  }

  blocked(): Failure | undefined {
    return this.saved?.silenced()
  }

  describe(error: ServiceError) {
    return describeFailure(this.row, error)
  }

  backsOff(): boolean {
    return false
  }
}
