import { CHANGELOG } from '../../../base/version'
import { readChangelog } from '../changelog'
import { Versions } from '../versions'
import { FeedClient } from './feed-client'
import { Updates } from './service'
import { UPDATE } from './states'

type UpdatesDeps = ConstructorParameters<typeof Updates>[0]
type VersionsDeps = ConstructorParameters<typeof Versions>[0]

interface Deps extends Omit<UpdatesDeps, 'client' | 'key' | 'folder' | 'ports'>, Pick<VersionsDeps, 'newer'> {
  ports: UpdatesDeps['ports'] & ConstructorParameters<typeof FeedClient>[0]
  updateKey: string
  updateFolder: string
}

/** Makes the services for the running version, the latest version in the feed, and updates in place. */
export function makeUpdates({ updateKey, updateFolder, ...deps }: Deps) {
  const client = new FeedClient(deps.ports)
  const updates = new Updates({ ...deps, client, key: updateKey, folder: updateFolder })
  deps.operations.handle(UPDATE, updates.updating)
  const versions = new Versions({
    ...deps,
    clock: deps.ports.clock,
    feed: client,
    installKind: deps.installation.kind,
    changes: readChangelog(CHANGELOG),
  })
  return { versions, updates }
}
