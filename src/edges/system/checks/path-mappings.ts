import type { HealthFinding } from './check'
import type { FolderFact } from './folders'

export interface MappingFact {
  client_id: string
  client: string
  remote: string
  local: string
  is: FolderFact['state']
}

/** A finished download that was not found at the path of its client. */
export interface LostFact {
  client_id: string
  client: string
  /** A sentence. */
  detail: string
}

const page = '/settings#clients'

/** Reports path mappings whose local folder is missing, and downloads that were lost because of one. */
export function mappingFindings(mappings: readonly MappingFact[], lost: readonly LostFact[]): HealthFinding[] {
  const dead = mappings.flatMap(({ client_id, client, remote, local, is }): HealthFinding[] => {
    if (is === 'there') return []
    return [
      {
        subject: `${client_id} ${remote}`,
        gravity: 'warning',
        message: `${client}: ${remote} is mapped to ${local}, which ${is === 'missing' ? 'does not exist' : 'cannot be opened'}.`,
        remedy: `Correct the path mapping of ${client}, or connect the disk of that folder.`,
        page,
      },
    ]
  })
  const byClient = new Map(lost.map((each) => [each.client_id, each]))
  const misled = [...byClient.values()].map(
    ({ client_id, client, detail }): HealthFinding => ({
      subject: client_id,
      gravity: 'error',
      message: detail,
      remedy: `Add a path mapping: the folder as ${client} sees it, and as this machine sees it.`,
      page,
    }),
  )
  return [...misled, ...dead]
}
