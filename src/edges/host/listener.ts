import type { Socket } from '../../base/auth/request-gate'
import type { Config } from '../../base/config/config'
import { options } from '../../base/config/options'
import { diskReason } from '../../base/platform/disk-reason'
import { errorCode } from '../../base/platform/error-code'
import type { Log } from '../../base/platform/ports'
import { type Certificate, type RunningServer, serve } from '../../base/platform/sockets'
import { StartError } from './start-error'

/** The sockets, and the handler of their requests. */
export interface Listener {
  served: RunningServer
  answer: (request: Request, peer: Socket) => Response | Promise<Response>
  /** Sentences about unusable settings and what was done instead. */
  problems: string[]
}

const HERE = '127.0.0.1'

export const isLocalHost = (host: string) => ['127.0.0.1', 'localhost', '::1'].includes(host)

/** Without a login only this machine may connect, unless the command line says otherwise. */
function wantedHost(config: Config): string {
  const { value, source } = config.explain('http_host')
  return config.hasLogin || source === 'startup argument' ? value : HERE
}

/** A network address on the command line also allows other machines to manage Panelkeep. */
export function hostMeansManage(config: Config): boolean {
  const { value, source } = config.explain('http_host')
  return source === 'startup argument' && !isLocalHost(value)
}

/** The response until the app is ready. */
const early = () =>
  Response.json({ detail: 'Panelkeep is starting.' }, { status: 503, headers: { 'Retry-After': '1' } })

/**
 * Binds the port before anything is written. An unusable address or certificate must stay correctable in the
 * settings: then only this machine may connect, without HTTPS. Throws StartError.
 */
export function openListener(config: Config): Listener {
  const answer: Listener['answer'] = (request, peer) => listener.answer(request, peer)
  const listener: Listener = { ...openSockets(config, answer), answer: early }
  return listener
}

/** Checks whether these settings can be bound, while the current listener is open. Throws StartError. */
export async function tryListener(config: Config, open: RunningServer): Promise<void> {
  const at = wantedAddress(config)
  // This run uses our own port, so only the certificate is tested.
  await listen(config, { ...at, port: at.port === open.port ? 0 : at.port }, early).stop(0)
}

interface BindAddress {
  host: string
  port: number
  isSecure: boolean
}

const wantedAddress = (config: Config): BindAddress => ({
  host: wantedHost(config),
  port: config.get('http_port'),
  isSecure: config.get('enable_https'),
})

/** `but`: the closest setting that may work. */
class Unusable extends StartError {
  constructor(
    message: string,
    readonly but: Partial<BindAddress>,
    cause: unknown,
  ) {
    super(message, 1, { cause })
  }
}

function openSockets(config: Config, answer: Listener['answer']): Pick<Listener, 'served' | 'problems'> {
  const problems: string[] = []
  for (let at = wantedAddress(config); ; ) {
    try {
      return { served: listen(config, at, answer), problems }
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      at = { ...at, ...error.but }
      const where = `${at.isSecure ? 'https' : 'http'}://${at.host}:${at.port}`
      problems.push(`${error.message} Until then Panelkeep is at ${where}.`)
    }
  }
}

function listen(config: Config, at: BindAddress, answer: Listener['answer']): RunningServer {
  const { host, port, isSecure } = at
  const certificate = isSecure ? certificateOf(config) : undefined
  try {
    return serve(host, port, answer, certificate)
  } catch (error) {
    const code = errorCode(error)
    if (certificate && !code?.startsWith('EADDR') && code !== 'EACCES') throw badCertificate(certificate, error)
    if (code === 'EADDRINUSE')
      throw failed(`Port ${port} is in use by another program. Start with --port and another number.`, error)
    if (code === 'EACCES') {
      const sentence = `The system does not let you use port ${port}.`
      const { source } = config.explain('http_port')
      if (source === 'startup argument' || port === options.http_port.default)
        throw failed(`${sentence} Start with --port and a number above 1023.`, error)
      throw new Unusable(
        `${sentence} Set http_port to a number above 1023.`,
        { port: options.http_port.default },
        error,
      )
    }
    const sentence = `Panelkeep cannot listen on ${host}:${port} (${code}).`
    if (host === HERE || config.explain('http_host').source === 'startup argument')
      throw failed(`${sentence} Start with another --host or --port.`, error)
    throw new Unusable(`${sentence} Set http_host to an address of this machine.`, { host: HERE }, error)
  }
}

const failed = (sentence: string, cause: unknown) => new StartError(sentence, 1, { cause })

/** This machine only: without HTTPS, passwords would cross the network unencrypted. */
const PLAIN = { host: HERE, isSecure: false }

function certificateOf(config: Config): Certificate {
  const [cert, key, chain] = [config.get('https_cert'), config.get('https_key'), config.get('https_chain')]
  if (cert !== '' && key !== '') return { cert, key, chain }
  const missing = cert === '' ? 'https_cert' : 'https_key'
  const sentence = `enable_https is on, but ${missing} names no file. Set it, or switch enable_https off.`
  throw new Unusable(sentence, PLAIN, undefined)
}

function badCertificate({ cert, key, chain }: Certificate, error: unknown): Unusable {
  const files = [cert, key, chain].filter(Boolean).join(', ')
  const why = diskReason(error).replace(/\.$/, '')
  const remedy = 'Correct https_cert and https_key, or switch enable_https off.'
  return new Unusable(`The certificate cannot be used (${files}): ${why}. ${remedy}`, PLAIN, error)
}

/** Moves the sockets to the host in the settings; keeps the old host when the new one is unusable. */
export function applyHost(config: Config, listener: Listener, log: Log): void {
  const host = wantedHost(config)
  if (host === listener.served.host || listener.problems.length > 0) return
  try {
    listener.served.moveTo(host)
    log.info('main', 'listening on a new address', { host, port: listener.served.port })
  } catch (error) {
    log.error('main', 'the new address could not be bound, the old one stays', { host, error })
  }
}

/** The address for a browser on this machine. */
export function localUrl(served: RunningServer): string {
  const host = ['0.0.0.0', '::'].includes(served.host) ? '127.0.0.1' : served.host
  return `${served.secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${served.port}`
}
