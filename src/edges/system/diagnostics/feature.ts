import type { Ports } from '../../../base/platform/ports'
import type { SearchHealth } from '../../../intake/search/health/health'
import type { CheckDeps } from '../checks/feature'
import { makeFolderFacts } from '../checks/folder-facts'
import type { HealthChecks } from '../checks/health'
import type { Versions } from '../versions'
import { SupportBundle } from './bundle'
import { Diagnosis } from './diagnostics'
import { sectionsOf } from './sections'

interface Deps extends Omit<CheckDeps, 'ports' | 'recordNotice' | 'subscribe'> {
  ports: Pick<Ports, 'clock' | 'files' | 'log'>
  healthChecks: HealthChecks
  versions: Pick<Versions, 'read'>
  search: { health: Pick<SearchHealth, 'acquisition'> }
  version: string
  machine: { platform: string }
}

/** The diagnostics page and the support bundle. */
export function makeDiagnostics(deps: Deps): { diagnosis: Diagnosis; bundle: SupportBundle } {
  const { ports, db, config, unpacker, search, versions, machine, version } = deps
  const { clock, files, log } = ports
  const { platform } = machine
  const folders = () => makeFolderFacts(deps).read()
  const diagnosis = new Diagnosis({
    clock,
    files,
    db,
    config,
    platform,
    folders,
    build: () => versions.read().build,
    failing: () => unpacker.failing(),
    acquisition: () => search.health.acquisition(),
  })
  const sections = sectionsOf({ ...deps, platform, folders, diagnosis, sources: deps.metadata.sources })
  return { diagnosis, bundle: new SupportBundle({ clock, log, version, sections }) }
}
