import { basename, dirname, join } from 'node:path'
import type { Executables } from '../../../base/platform/executable'
import type { FileFacts, Files, Log } from '../../../base/platform/ports'
import { tidy } from '../../../base/platform/tidy'

interface Deps {
  files: Pick<Files, 'stat' | 'list' | 'remove' | 'removeFolder'>
  executables: Executables
  /** Absent when run from source, where there is no executable to replace. */
  executable: string | undefined
  log?: Log
}

/**
 * The executable of this process. A setup or package may replace it while it runs: Windows renames a running program,
 * other systems replace the file.
 */
export class OwnExecutable {
  private constructor(
    private readonly deps: Deps,
    private readonly atStart: FileFacts | undefined,
  ) {}

  /** Call when the process begins. */
  static async of(deps: Deps): Promise<OwnExecutable> {
    return new OwnExecutable(deps, deps.executable === undefined ? undefined : await deps.files.stat(deps.executable))
  }

  /** Continues as the executable that has the path now; false when it is the same, or does not run. */
  async handOver(args: readonly string[]): Promise<boolean> {
    const { executables, executable } = this.deps
    if (executable === undefined || !(await this.isReplaced(executable))) return false
    const runs = await Promise.try(() => executables.start([executable, '--version']).ended).catch(() => null)
    if (runs !== 0) return false
    executables.become([executable, ...args, ...(args.includes(QUIET) ? [] : [QUIET])])
    return true
  }

  /** Removes files that a setup renamed; a later start removes those that still run. */
  async tidyPrevious(): Promise<void> {
    const { files, executable } = this.deps
    if (executable === undefined || !executable.toLowerCase().endsWith('.exe')) return
    const folder = dirname(executable)
    const entries = await files.list(folder).catch(() => [])
    for (const { name } of entries)
      if (PREVIOUS.test(name) && name !== basename(executable)) await tidy(this.deps, 'updates', join(folder, name))
  }

  private async isReplaced(executable: string): Promise<boolean> {
    const now = await this.deps.files.stat(executable).catch(() => undefined)
    const { atStart } = this
    return (
      now?.kind === 'file' &&
      atStart !== undefined &&
      (now.size !== atStart.size || now.modifiedMs !== atStart.modifiedMs)
    )
  }
}

/** The page of the restart is already open. */
const QUIET = '--no-browser'
/** Names that `packaging/windows/installer.nsi` gives running files. */
const PREVIOUS = /^panelkeep\.previous(?:-\d+)?\.exe$/i
