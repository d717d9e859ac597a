import type { Config } from '../../base/config/config'
import { loadAssets } from '../../base/platform/assets'
import type { LogBook } from '../../base/platform/log-book'
import { LogFile } from '../../base/platform/log-file'
import type { Ports } from '../../base/platform/ports'
import { machineNames } from '../../base/platform/sockets'
import { VERSION } from '../../base/version'
import { shutDown } from '../../base/work/shutdown'
import type { Layout } from '../host/data-directory'
import { instanceLock } from '../host/instance-lock'
import { hostMeansManage, type Listener, localUrl } from '../host/listener'
import { removePartialFiles } from '../host/prepare-data'
import { asStartError } from '../host/start-error'
import { makeRescue } from './rescue-composition'
import type { ExitKind, RunningApp } from './run'

export interface RescueOptions {
  ports: Ports
  at: Layout
  config: Config
  environment: { pages: string; printLine: (line: string) => void }
  listener: Listener
  show: (url: string) => Promise<void>
  book: LogBook
  checkRestart: () => Promise<void>
}

const GRACE_MS = 3000
/** Longest duration of one shutdown step. */
const STEP_MS = 5000
/** The shutdown waits until the response to its request is sent. */
const ANSWER_MS = 150

/**
 * Runs without a library: the database is damaged and stays unchanged until the user chooses a replacement on the
 * rescue page. That page is at the address of the library, so that users find it when Panelkeep runs as a service.
 */
export async function openRescue(opening: RescueOptions, problem: string): Promise<RunningApp> {
  const { ports, at, config, environment, listener, show, book, checkRestart } = opening
  const { files, random, log } = ports
  const lock = hold(at)
  await removePartialFiles(ports, at)
  book.keepIn(
    new LogFile(at.log, { mostBytes: () => config.get('max_logsize'), mostFiles: () => config.get('max_logfiles') }),
  )
  const url = localUrl(listener.served)
  const instance = random.id()
  const rescue = makeRescue({
    ports,
    at,
    config,
    instance,
    problem,
    checkRestart,
    pages: await loadAssets(environment.pages),
    hostMeansManage: () => hostMeansManage(config),
    names: machineNames,
    restart: () => void ports.clock.after(ANSWER_MS).then(() => stop('restart')),
  })
  await files.write(at.instance, JSON.stringify({ url, instance }), 0o600)
  listener.answer = (request, peer) => rescue.fetch(request, peer)
  log.error('main', 'the library database is damaged', { database: at.database, problem, version: VERSION })
  environment.printLine(
    `The library database ${at.database} is damaged. Open ${url} to restore a backup or start with an empty library.`,
  )
  void show(url)

  const ended = Promise.withResolvers<ExitKind>()
  let stopping: Promise<void> | undefined
  const stop = (how: ExitKind = 'stop') => {
    stopping ??= end().finally(() => ended.resolve(how))
    return stopping
  }
  const end = async () => {
    await shutDown(ports, STEP_MS, {
      rescue: () => rescue.stop(),
      listener: () => listener.served.stop(GRACE_MS),
      instance: () => files.remove(at.instance),
      lock: () => lock.release(),
    })
    log.info('main', 'stopped')
    book.close()
  }
  const fault = (error: unknown) => log.error('main', 'background task failed', { error })
  return { url, fault, stop, ended: ended.promise }
}

function hold(at: Layout) {
  try {
    return instanceLock.acquire(at)
  } catch (error) {
    throw asStartError(error, at)
  }
}
