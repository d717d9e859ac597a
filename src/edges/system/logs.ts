import type { Config, ValueSource } from '../../base/config/config'
import type { AppEvent } from '../../base/events/types'
import { diskReason } from '../../base/platform/disk-reason'
import { type LevelName, levelName } from '../../base/platform/log'
import type { LogBook } from '../../base/platform/log-book'
import { legacy } from '../../base/refusal'

interface Deps {
  book: LogBook
  config: Config
  publish: (event: AppEvent) => void
  /** The current level, which may differ from the settings. */
  running: () => LevelName
}

export interface LogsRequest {
  lines: number
  level?: string
  area?: string
  q?: string
}

const NUMBERS: Record<LevelName, number> = { warning: 0, info: 1, debug: 2 }
const SOURCES: Record<ValueSource, string> = {
  'startup argument': 'startup argument',
  'environment variable': 'the PANELKEEP_LOG_LEVEL environment variable',
  'config file': 'config file',
  'built-in default': 'built-in default',
}

/** The log for its page. */
export class Logs {
  constructor(private readonly deps: Deps) {}

  read({ lines, level, ...narrowed }: LogsRequest) {
    const { book } = this.deps
    // `warning` in the settings is `warn` in log lines.
    const least = level === 'warning' ? 'warn' : level
    return {
      logs: book.tail({ count: lines, ...narrowed, ...(least && { level: least }) }),
      level: this.level(),
      requested: lines,
      path: book.path,
      areas: book.areas(),
      ...(book.problem === undefined ? {} : { error: book.problem }),
    }
  }

  rotate(): { success: true; rotated: boolean; error?: string } {
    const { book, publish } = this.deps
    try {
      const rotated = book.rotate()
      publish({ type: 'logs.rotated', rotated })
      return { success: true, rotated, ...(book.problem === undefined ? {} : { error: book.problem }) }
    } catch (error) {
      const reason = diskReason(error)
      throw legacy('unavailable', `The log could not begin a new file: ${reason}`, { rotated: false })
    }
  }

  /** The current level, the saved one, and that of the next start: all three may differ. */
  private level() {
    const { config, running } = this.deps
    const { value, source, pinned } = config.explain('log_level')
    const [effective, saved, restart] = [running(), levelName(config.savedValue('log_level'))!, levelName(value)!]
    return {
      effective: NUMBERS[effective],
      effective_name: effective,
      saved: NUMBERS[saved],
      saved_name: saved,
      restart_level: NUMBERS[restart],
      restart_name: restart,
      restart_source: SOURCES[source],
      pinned,
    }
  }
}
