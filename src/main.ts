import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { systemClock } from './base/platform/clock'
import { compileAsUsual } from './base/platform/compiler'
import { systemExecutables } from './base/platform/executable'
import { systemFiles } from './base/platform/files'
import { lowerPriority } from './base/platform/lower-priority'
import { isBrokenPipe, openDisk, standardInput, standardOutput } from './base/platform/standard-streams'
import { terminal } from './base/platform/terminal'
import { VERSION } from './base/version'
import type { RunningApp, StartOptions } from './edges/app/run'
import { HELP, readCommandLine } from './edges/host/arguments'
import { answerLines } from './edges/host/lines'
import { StartError } from './edges/host/start-error'

/** The process: its role from the command line, and the exit code. Each role loads only what it needs. */
const { writeOutput, writeError } = terminal()
const args = readCommandLine(process.argv.slice(2))
if (args.command !== 'run') compileAsUsual()

switch (args.command) {
  case 'help':
    writeOutput(HELP)
    break
  case 'version':
    writeOutput(`panelkeep ${VERSION}`)
    break
  case 'refuse':
    writeError(args.sentence)
    process.exitCode = 2
    break
  case 'health': {
    const { askHealth } = await import('./edges/host/ask-health')
    const { isWell, sentence } = await askHealth(args.dataDir, {
      platform: process.platform,
      env: process.env,
      home: homedir(),
    })
    writeOutput(sentence)
    process.exitCode = isWell ? 0 : 1
    break
  }
  case 'archive-helper': {
    const { serveArchives } = await import('./base/formats/helper/archive-helper')
    console.log = () => undefined // standard output carries frames, and some libraries print
    await serveArchives({ input: standardInput(), write: standardOutput(), open: openDisk, read: systemFiles.read })
    break
  }
  case 'torrent-helper': {
    const { NetworkFilter } = await import('./intake/downloads/builtin/network-filter')
    const { loadIntercepted } = await import('./base/platform/intercepted-fetch')
    const { systemNames } = await import('./base/platform/addresses')
    const { systemTransfers } = await import('./base/platform/transfers')
    const filter = new NetworkFilter({ names: systemNames, transfers: systemTransfers })
    const { serveTorrents } = await loadIntercepted(
      filter.intercept,
      () => import('./intake/downloads/builtin/torrent-helper'),
    )
    await serveTorrents({ input: standardInput(), write: standardOutput(), clock: systemClock, filter })
    process.exit(0) // open sockets would keep the process alive
    break
  }
  case 'database-helper': {
    const { serveDatabaseHelper } = await import('./base/storage/database-helper')
    // Not from source: there it would never run beside tests.
    if (Bun.isStandaloneExecutable) lowerPriority()
    await serveDatabaseHelper({ input: standardInput(), write: standardOutput() })
    break
  }
  case 'move-thread': {
    const { serveMoves } = await import('./edges/app/move-thread')
    serveMoves()
    break
  }
  case 'tray-helper': {
    const { serveTray } = await import('./edges/host/tray/windows-helper')
    await serveTray({ input: standardInput(), write: standardOutput(), clock: systemClock })
    process.exit(0)
    break
  }
  case 'names': {
    const { nameLine } = await import('./base/names/lines')
    const options = { kind: args.kind, year: new Date().getFullYear() }
    await answerInput((line) => nameLine(line, options))
    break
  }
  case 'judge': {
    const { judgeLine } = await import('./intake/search/verdict/lines')
    const year = new Date().getFullYear()
    await answerInput((line) => judgeLine(line, year))
    break
  }
  case 'run':
    await run(args)
    break
}

async function answerInput(answer: (line: string) => string): Promise<void> {
  try {
    await answerLines(standardInput(), standardOutput(), answer)
  } catch (error) {
    if (!isBrokenPipe(error)) throw error
  }
}

async function run(args: StartOptions): Promise<void> {
  const { start } = await import('./start')
  const isBuilt = Bun.isStandaloneExecutable
  const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  try {
    const environment = {
      platform: process.platform,
      env: process.env,
      home: homedir(),
      executable: isBuilt ? process.execPath : undefined,
      arch: process.arch,
      pages: beside(isBuilt ? './ui' : '../dist/ui'),
      emptyLibrary: isBuilt ? beside('./library/empty.db.zst') : undefined,
      printLine: writeOutput,
      logLine: writeError,
    }
    const { OwnExecutable } = await import('./edges/host/update/own-executable')
    const { executable } = environment
    const own = await OwnExecutable.of({ files: systemFiles, executables: systemExecutables, executable })
    let running: RunningApp | undefined
    for (const event of ['unhandledRejection', 'uncaughtException'] as const)
      process.on(event, (error: unknown) => {
        if (!running) throw error
        running.fault(error)
      })
    let isEnding = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        isEnding = true
        void running?.stop()
      })
    // A restart happens in the same process, so that the port, the terminal and a supervisor keep it.
    for (let again = false; ; again = true) {
      const started = await start({ ...args, browser: args.browser && !again }, environment)
      if (started === 'elsewhere') break
      if (started === 'replaced') {
        if (isEnding) break
        systemExecutables.become([process.execPath, ...process.argv.slice(2)])
        break
      }
      running = started
      void own.tidyPrevious()
      // A start can take long, so a stop may be requested before anything can be stopped.
      if (isEnding) void started.stop()
      const how = await started.ended
      running = undefined
      if (how === 'stop' || (how === 'update' && (await update(args)))) break
      if (how === 'restart' && !isEnding && (await own.handOver(process.argv.slice(2)))) break
    }
    process.exit(0)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    writeError(error.message)
    process.exit(error.code)
  }
}

/**
 * Runs between two runs, while no other part of Panelkeep works in this process. Returns whether another run follows.
 */
async function update({ dataDir }: StartOptions): Promise<boolean> {
  const { applyUpdate } = await import('./edges/host/update/apply-update')
  const { dataDirectory, layout } = await import('./edges/host/data-directory')
  const { lineLog } = await import('./base/platform/log')
  return applyUpdate({
    files: systemFiles,
    clock: systemClock,
    log: lineLog(systemClock.now, writeError),
    executables: systemExecutables,
    at: layout(dataDirectory(dataDir, { platform: process.platform, env: process.env, home: homedir() })),
    platform: process.platform,
    executable: process.execPath,
    args: process.argv.slice(2),
  })
}
