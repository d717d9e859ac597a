import { keepHoldings } from './holdings'
import { Dashboard } from './service'

/** Makes the dashboard, with the counts for its charts. */
export function makeDashboard(deps: ConstructorParameters<typeof Dashboard>[0]): Dashboard {
  keepHoldings(deps.db)
  return new Dashboard(deps)
}
