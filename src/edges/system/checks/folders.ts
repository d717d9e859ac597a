import type { HealthFinding } from './check'

/** The purposes of folders, with the page of each setting. */
const ROLES = {
  comics: { called: 'comics folder', page: '/settings#folders' },
  manga: { called: 'manga folder', page: '/settings#folders' },
  import: { called: 'import folder', page: '/settings#import-folder' },
  downloads: { called: 'folder for downloads', page: '/settings#downloads-without-a-client' },
  finished: { called: 'folder for completed downloads', page: '/settings#completed-downloads' },
  nzb: { called: 'NZB blackhole folder', page: '/settings#downloads-without-a-client' },
  torrents: { called: 'torrent blackhole folder', page: '/settings#downloads-without-a-client' },
  backups: { called: 'folder for backups', page: '/system/backups' },
  data: { called: 'data folder', page: undefined },
} as const
export type FolderRole = keyof typeof ROLES

export interface FolderFact {
  role: FolderRole
  path: string
  state: 'there' | 'missing' | 'unreachable'
  /** Why the folder is unreachable, as a sentence. */
  reason: string | null
  writable: boolean
  /** The disk of the folder; null when unknown. */
  device: number | null
  free: number | null
  total: number | null
}

/** Reports folders that are missing, do not respond, or are read-only. */
export function folderFindings(folders: readonly FolderFact[]): HealthFinding[] {
  return folders.flatMap((folder) => {
    const { called, page } = ROLES[folder.role]
    const problem = wrongWith(folder, called)
    return problem ? [{ subject: folder.path, ...problem, ...(page ? { page } : {}) }] : []
  })
}

function wrongWith(
  { path, state, reason, writable }: FolderFact,
  called: string,
): Omit<HealthFinding, 'subject'> | undefined {
  if (state === 'missing')
    return {
      gravity: 'error',
      message: `Your ${called} ${path} is not there.`,
      remedy: 'Connect its disk, or choose another folder.',
    }
  if (state === 'unreachable')
    return {
      gravity: 'error',
      message: `Your ${called} ${path} is out of reach. ${reason ?? ''}`.trim(),
      remedy: 'Connect its disk or network share, and make sure that Panelkeep may open it.',
    }
  if (!writable)
    return {
      gravity: 'warning',
      message: `Panelkeep may not write into your ${called} ${path}.`,
      remedy: 'Give the user that runs Panelkeep write permission there.',
    }
  return undefined
}
