import { parseArgs } from 'node:util'
import type { OptionName } from '../../base/config/options'
import { levelName } from '../../base/platform/log'

type Command =
  | { command: 'run'; dataDir?: string; browser: boolean; tray: boolean; trial: boolean; settings: Settings }
  | { command: 'health'; dataDir?: string }
  | { command: 'names'; kind?: 'comic' | 'manga' }
  | {
      command:
        | 'archive-helper'
        | 'torrent-helper'
        | 'tray-helper'
        | 'database-helper'
        | 'move-thread'
        | 'judge'
        | 'help'
        | 'version'
    }
  /** The command line is invalid; the sentence says why. */
  | { command: 'refuse'; sentence: string }

/** Starts a new version once, to check that it responds. */
export const TRIAL = '--update-trial'

type Settings = Partial<Record<OptionName, string>>

export const HELP = `Panelkeep manages a library of comics and manga and serves it to reading apps.

  panelkeep [--data-dir DIR] [--host H] [--port N] [--no-tray] [--no-browser] [--log-level warning|info|debug]
  panelkeep names [--kind comic|manga]     reads file names, one per line; prints one JSON object per line
  panelkeep judge                          reads {id, wanted, release, config} as JSON, one per line; prints verdicts
  panelkeep --health [--data-dir DIR]      tells whether the running Panelkeep responds; exit code 0 if it does
  panelkeep --version | --help

  --data-dir DIR   folder of the settings, the library and the cache
  --host H         address to listen on; 0.0.0.0 also lets other devices manage Panelkeep
  --port N         port to listen on (8090)
  --no-tray        show no tray icon
  --no-browser     do not open the browser
  --log-level L    warning, info or debug
`

/** Parses the arguments after the program's name. No side effects. */
export function readCommandLine(args: string[]): Command {
  if (args[0] === '--archive-helper') return { command: 'archive-helper' }
  if (args[0] === '--tray-helper') return { command: 'tray-helper' }
  if (args[0] === '--torrent-helper') return { command: 'torrent-helper' }
  if (args[0] === '--database-helper') return { command: 'database-helper' }
  if (args[0] === '--move-thread') return { command: 'move-thread' }
  try {
    if (args[0] === 'judge') return readJudge(args.slice(1))
    return args[0] === 'names' ? readNames(args.slice(1)) : readRun(args)
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    return refuse(`${message}.`)
  }
}

function readRun(args: string[]): Command {
  const { values } = parseArgs({
    args,
    options: {
      'data-dir': { type: 'string' },
      host: { type: 'string' },
      port: { type: 'string' },
      'no-tray': { type: 'boolean' },
      'no-browser': { type: 'boolean' },
      'log-level': { type: 'string' },
      'update-trial': { type: 'boolean' },
      health: { type: 'boolean' },
      version: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return { command: 'help' }
  if (values.version) return { command: 'version' }
  const dataDir = values['data-dir'] === undefined ? {} : { dataDir: values['data-dir'] }
  if (values.health) return { command: 'health', ...dataDir }
  const level = values['log-level']
  if (level !== undefined && levelName(level) === undefined) {
    return refuse(`--log-level must be warning, info or debug, not ${level}.`)
  }
  return {
    command: 'run',
    ...dataDir,
    browser: !values['no-browser'],
    tray: !values['no-tray'],
    trial: values['update-trial'] === true,
    settings: {
      ...(values.host === undefined ? {} : { http_host: values.host }),
      ...(values.port === undefined ? {} : { http_port: values.port }),
      ...(level === undefined ? {} : { log_level: String(['warning', 'info', 'debug'].indexOf(levelName(level)!)) }),
    },
  }
}

function readNames(args: string[]): Command {
  const { values } = parseArgs({ args, options: { kind: { type: 'string' } } })
  const { kind } = values
  if (kind === undefined) return { command: 'names' }
  return kind === 'comic' || kind === 'manga'
    ? { command: 'names', kind }
    : refuse(`--kind must be comic or manga, not ${kind}.`)
}

function readJudge(args: string[]): Command {
  parseArgs({ args, options: {} })
  return { command: 'judge' }
}

function refuse(sentence: string): Command {
  return { command: 'refuse', sentence: `${sentence} Run panelkeep --help for all options.` }
}
