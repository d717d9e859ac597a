import { isAbsolute } from 'node:path'
import type { Config } from '../../base/config/config'
import { diskReason } from '../../base/platform/disk-reason'
import type { Clock, Log, Programs } from '../../base/platform/ports'
import type { Hook, HookResult } from './hook'
import { type ImportPayload, sampleImportPayload } from './import-payload'

const TIMEOUT_MS = 5 * 60_000
/** Systems limit the size of the environment; the whole payload is on standard input. */
const MOST_IN_ENVIRONMENT = 100
const LAST_LINES = 5

interface Deps {
  programs: Programs
  clock: Pick<Clock, 'now'>
  config: Pick<Config, 'get'>
  log: Pick<Log, 'info' | 'warn'>
}

/** A program of the user in config.ini. It runs for each import, without a shell. */
export class CommandHook implements Hook {
  readonly name = 'command'
  readonly label = 'Command'

  constructor(private readonly deps: Deps) {}

  isSet(): boolean {
    return this.deps.config.get('enable_extra_scripts') && this.deps.config.get('extra_scripts') !== ''
  }

  messages(payload: ImportPayload): unknown[] {
    return [payload]
  }

  async send(message: unknown, signal: AbortSignal): Promise<HookResult> {
    const command = argumentsOf(this.deps.config.get('extra_scripts'))
    if (!command) return { failure: 'extra_scripts has to be the whole path of a program. Correct it in config.ini.' }
    const payload = message as ImportPayload
    try {
      const ended = await this.deps.programs.run(command, {
        env: environmentOf(payload),
        input: JSON.stringify(payload),
        timeoutMs: TIMEOUT_MS,
        signal,
      })
      const lines = ended.output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')
      const fields = { program: command[0], code: ended.code, output: lines }
      if (ended.code === 0) this.deps.log.info('hooks', 'command ran', fields)
      else this.deps.log.warn('hooks', 'command failed', fields)
      if (ended.code === 0) return { ok: `${command[0]} ran.` }
      return ended.code === null
        ? { failure: `${command[0]} was still running after ${TIMEOUT_MS / 60_000} minutes, or was ended.` }
        : { failure: `${command[0]} ended with ${ended.code}. The log has its last lines.` }
    } catch (error) {
      return { failure: `${command[0]} could not be started. ${diskReason(error)}` }
    }
  }

  test(signal: AbortSignal): Promise<HookResult> {
    return this.send(sampleImportPayload(this.deps.clock.now()), signal)
  }
}

/**
 * The program and its arguments: an absolute path, or a JSON list that begins with one. Undefined for anything else.
 */
function argumentsOf(text: string): string[] | undefined {
  const command = text.startsWith('[') ? listOf(text) : [text]
  return command?.[0] !== undefined && isAbsolute(command[0]) ? command : undefined
}

function listOf(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined
  } catch {
    return undefined // the caller explains the accepted forms
  }
}

/** Lists have one entry per line. */
function environmentOf({ event, series, issues, files }: ImportPayload): Record<string, string> {
  const lines = (list: string[]) => list.slice(0, MOST_IN_ENVIRONMENT).join('\n')
  return {
    PANELKEEP_EVENT: event,
    PANELKEEP_COMIC_ID: series.comic_id,
    PANELKEEP_SERIES: series.name,
    PANELKEEP_YEAR: series.year === null ? '' : String(series.year),
    PANELKEEP_PUBLISHER: series.publisher ?? '',
    PANELKEEP_CONTENT_TYPE: series.content_type,
    PANELKEEP_ISSUE_IDS: lines(issues.map(({ issue_id }) => issue_id)),
    PANELKEEP_ISSUES: lines(issues.map(({ number }) => number)),
    PANELKEEP_FILES: lines(files),
  }
}
