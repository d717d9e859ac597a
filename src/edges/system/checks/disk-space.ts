import type { HealthFinding } from './check'
import type { FolderFact } from './folders'

const GB = 1_000_000_000
/** With less free space the next download may not fit. */
const LEAST = 2 * GB
const LEAST_SHARE = 0.05
/** Enough free space on any disk; on a large disk 5 % would be too strict. */
const PLENTY = 100 * GB

/** Reports disks that are nearly full, each once with its folders. */
export function diskFindings(folders: readonly FolderFact[]): HealthFinding[] {
  const disks = Map.groupBy(folders, ({ device, path }) => device ?? path)
  return [...disks.values()].flatMap((on) => {
    const { free, total } = on[0]!
    if (free === null || total === null) return []
    const isFull = free < LEAST
    if (!isFull && (free >= total * LEAST_SHARE || free >= PLENTY)) return []
    const paths = [...new Set(on.map(({ path }) => path))]
    return [
      {
        subject: paths[0]!,
        gravity: isFull ? 'error' : 'warning',
        message: `The disk of ${paths.join(', ')} has ${sized(free)} left.`,
        remedy: 'Free some space on that disk, or move a folder to a larger one.',
      },
    ]
  })
}

const sized = (bytes: number): string =>
  bytes < GB ? `${Math.floor(bytes / 1_000_000)} MB` : `${(bytes / GB).toFixed(1)} GB`
