import type { Service, ServiceLimits } from '../../outside/external-service'
import type { ServiceError } from '../../outside/service-error'
import type { IndexerFailure } from '../states'
import { originOf } from './address'
import { describeFailure } from './failure-sentence'
import type { Failure } from './indexer'
import type { IndexerTarget } from './indexer-client'
import type { IndexerService } from './indexer-health'

/** An indexer that is not saved, or not like this: nothing is kept of it, and only the saved one's wish for silence counts. */
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
