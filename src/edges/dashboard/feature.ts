import { keepHoldings } from './holdings'
import { Dashboard } from './service'

/** The dashboard, with the counts behind its charts. */
export function makeDashboard(deps: ConstructorParameters<typeof Dashboard>[0]): Dashboard {
  keepHoldings(deps.db)
  return new Dashboard(deps)
}
