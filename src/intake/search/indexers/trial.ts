import type { ExternalService, ServiceLimits } from '../../../base/outbound/external-service'
import type { ServiceError } from '../../../base/outbound/service-error'
import type { IndexerFailure } from '../states'
import { indexerOrigin } from './address'
import { describeFailure } from './failure-sentence'
import type { FailedAnswer } from './indexer'
import type { IndexerTarget } from './indexer-client'
import type { IndexerService } from './indexer-health'

/**
 * Tests an indexer. Only a pause that the saved indexer asked for is respected, and only a failure with the saved
 * values is stored, since searches would fail the same way.
 */
export class IndexerTrial implements ExternalService<IndexerFailure> {
  readonly id: string
  readonly recordHealth: ExternalService<IndexerFailure>['recordHealth'] = {
    request() {},
    success: () => false,
    failure: (...failed) => this.same?.recordHealth.failure(...failed),
  }
  /** The saved indexer, if it has these values. */
  private readonly same: IndexerService | undefined

  constructor(
    readonly row: IndexerTarget,
    readonly limits: ServiceLimits,
    private readonly saved: IndexerService | undefined,
  ) {
    this.id = saved?.id ?? indexerOrigin(row.host)
    this.same = saved && COMPARED.every((field) => saved.row[field] === row[field]) ? saved : undefined
  }

  health() {
    return this.same?.health() ?? {}
  }

  blocked(): FailedAnswer | undefined {
    return this.saved?.silenced()
  }

  describe(error: ServiceError) {
    return describeFailure(this.row, error)
  }

  backsOff(error: ServiceError, resource: string): boolean {
    return this.same?.backsOff(error, resource) ?? false
  }
}

const COMPARED = ['host', 'api_key', 'verify'] as const
