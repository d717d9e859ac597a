import type { Log, LogFields, LogLevel } from './ports'

const WEIGHT: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }
const NAMES = ['warning', 'info', 'debug'] as const
/** Names of the levels on the command line, in `config.ini` (0, 1, 2) and on the wire. */
export type LevelName = (typeof NAMES)[number]
const LEAST: Record<LevelName, number> = { warning: WEIGHT.warn, info: WEIGHT.info, debug: WEIGHT.debug }

/** `warning`, `info`, `debug` or `0`, `1`, `2`; undefined for anything else. */
export function levelName(input: string | number): LevelName | undefined {
  const text = String(input).trim().toLowerCase()
  return NAMES.find((name, index) => text === name || text === String(index))
}

export interface LineLog extends Log {
  setLevel(level: LevelName): void
  readonly level: LevelName
}

/**
 * Writes `2026-11-21T07:50:00.000Z info storage opened path=… took_ms=3`: one fact a line, fields after it. `now` and
 * `sink` are parameters so that tests can read the lines and this file does not depend on the console.
 */
export function lineLog(now: () => string, sink: (line: string) => void, start: LevelName = 'info'): LineLog {
  let level = start
  const write = (weight: LogLevel, area: string, message: string, fields: LogFields = {}) => {
    if (WEIGHT[weight] < LEAST[level]) return
    const tail = Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ` ${key}=${quoted(value)}`)
    sink(`${now()} ${weight.padEnd(5)} ${area} ${message}${tail.join('')}`)
  }
  return {
    debug: (area, message, fields) => write('debug', area, message, fields),
    info: (area, message, fields) => write('info', area, message, fields),
    warn: (area, message, fields) => write('warn', area, message, fields),
    error: (area, message, { error, ...fields } = {}) =>
      write('error', area, message, error === undefined ? fields : { ...fields, error: describe(error) }),
    setLevel: (next) => {
      level = next
    },
    get level() {
      return level
    },
  }
}

/** An error with its causes and stack, on one line. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : ` caused by ${describe(error.cause)}`
  return `${error.stack ?? `${error.name}: ${error.message}`}${cause}`
}

function quoted(value: unknown): string {
  const text = String(value)
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)
}
