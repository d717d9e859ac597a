import type { Socket } from '../auth/gate'
import type { Config } from '../config/config'
import { errorCode } from '../platform/error-code'
import type { Log } from '../platform/ports'
import { type Certificate, type Served, serve } from '../platform/sockets'
import { StartError } from './start-error'

/** The sockets, and who answers behind them. */
export interface Door {
  served: Served
  answer: (request: Request, peer: Socket) => Response | Promise<Response>
}

export const isLocalHost = (host: string) => ['127.0.0.1', 'localhost', '::1'].includes(host)

/** Until somebody has set up a login only this machine gets in, unless the command line says otherwise. */
function wantedHost(config: Config): string {
  const { value, source } = config.explain('http_host')
  return config.hasLogin || source === 'startup argument' ? value : '127.0.0.1'
}

/** Whoever starts it with an address of the network means other machines to manage it. */
export function hostMeansManage(config: Config): boolean {
  const { value, source } = config.explain('http_host')
  return source === 'startup argument' && !isLocalHost(value)
}

/** Who comes before we are ready is told so. */
const early = () =>
  Response.json({ detail: 'Panelkeep is starting.' }, { status: 503, headers: { 'Retry-After': '1' } })

/** Takes the port before anything is written. Throws StartError. */
export function openDoor(config: Config): Door {
  const answer: Door['answer'] = (request, peer) => door.answer(request, peer)
  const door: Door = { served: listen(config, config.get('http_port'), answer), answer: early }
  return door
}

/** Looks whether the door could be opened that these settings name, beside the one that is open. Throws StartError. */
export async function tryDoor(config: Config, open: Served): Promise<void> {
  const port = config.get('http_port')
  // Its own port comes free when it closes; then it is about the certificate alone.
  await listen(config, port === open.port ? 0 : port, early).stop(0)
}

function listen(config: Config, port: number, answer: Door['answer']): Served {
  const host = wantedHost(config)
  try {
    return serve(host, port, answer, certificateOf(config))
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = errorCode(error)
    if (config.get('enable_https') && !code?.startsWith('EADDR') && code !== 'EACCES') throw unusable(config, error)
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is taken by another program. Start with --port and another number.`, 1, {
        cause: error,
      })
    }
    if (code === 'EACCES') {
      throw new StartError(
        `The system does not let you use port ${port}. Start with --port and a number above 1023.`,
        1,
        { cause: error },
      )
    }
    throw new StartError(
      `Panelkeep cannot listen on ${host}:${port} (${code}). Start with another --host or --port.`,
      1,
      { cause: error },
    )
  }
}

/** Undefined while nobody asked for HTTPS. */
function certificateOf(config: Config): Certificate | undefined {
  if (!config.get('enable_https')) return undefined
  const [cert, key, chain] = [config.get('https_cert'), config.get('https_key'), config.get('https_chain')]
  if (cert !== '' && key !== '') return { cert, key, chain }
  const missing = cert === '' ? 'https_cert' : 'https_key'
  throw new StartError(
    `enable_https is on, but ${missing} names no file. Name it in config.ini, or switch enable_https off.`,
  )
}

function unusable(config: Config, error: unknown): StartError {
  const files = [config.get('https_cert'), config.get('https_key'), config.get('https_chain')]
    .filter(Boolean)
    .join(', ')
  const why = error instanceof Error ? error.message : String(error)
  const remedy = 'Correct https_cert and https_key in config.ini, or switch enable_https off.'
  return new StartError(`The certificate cannot be used (${files}): ${why}. ${remedy}`, 1, { cause: error })
}

/** Moves the sockets to where the settings say; stays where it is when that address cannot be had. */
export function follow(config: Config, door: Door, log: Log): void {
  const host = wantedHost(config)
  if (host === door.served.host) return
  try {
    door.served.moveTo(host)
    log.info('main', 'listening elsewhere', { host, port: door.served.port })
  } catch (error) {
    log.error('main', 'the address could not be taken, the old one stays', { host, error })
  }
}

/** The address for a browser on this machine. */
export function localUrl(served: Served): string {
  const host = ['0.0.0.0', '::'].includes(served.host) ? '127.0.0.1' : served.host
  return `${served.secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${served.port}`
}
