import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { holdLock } from '../../base/platform/lock'
import type { Ports } from '../../base/platform/ports'
import type { Layout } from './data-directory'
import { asStartError, StartError } from './start-error'

/** The file that a running Panelkeep writes to its data directory, so that a second start can find it. */
const Instance = Type.Object({
  url: Type.String(),
  instance: Type.String(),
  /** Present until a login is set up. Whoever can read the data directory may set up Panelkeep. */
  setup_token: Type.Optional(Type.String()),
})
export type Instance = Static<typeof Instance>

const BUSY = 3

/** The first page for a browser on this machine. The token is in the fragment, which request logs never see. */
export const firstPage = ({ url, setup_token }: Instance) =>
  setup_token === undefined ? url : `${url}/login#token=${setup_token}`

/** One Panelkeep per data directory. */
export const instanceLock = {
  /**
   * The Panelkeep that uses this data directory, when it responds; undefined when the directory is free. Throws
   * StartError when the lock is held and no Panelkeep responds, or when the disk has no locks.
   */
  async other({ files, http }: Ports, at: Layout): Promise<Instance | undefined> {
    if (!(await files.stat(at.lock))) return undefined
    const lock = hold(at)
    if (lock) {
      lock.release()
      return undefined
    }
    const there = await read(files, at)
    if (there && (await answers(http, there))) return there
    throw inUse(at)
  },

  /** The running Panelkeep, when it responds. Takes no lock, so that it never blocks a start. */
  async answering({ files, http }: Pick<Ports, 'files' | 'http'>, at: Layout): Promise<Instance | undefined> {
    const there = await read(files, at)
    return there && (await answers(http, there)) ? there : undefined
  },

  acquire(at: Layout): { release(): void } {
    const lock = hold(at)
    if (!lock) throw inUse(at)
    return lock
  },
}

function hold(at: Layout): { release(): void } | undefined {
  try {
    return holdLock(at.lock)
  } catch (error) {
    throw asStartError(error, at)
  }
}

function inUse(at: Layout): StartError {
  return new StartError(
    `Another Panelkeep uses ${at.dataDir} and does not answer. End it, or choose another --data-dir.`,
    BUSY,
  )
}

async function read(files: Ports['files'], at: Layout): Promise<Instance | undefined> {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(await files.read(at.instance)))
    return Value.Check(Instance, found) ? found : undefined
  } catch {
    return undefined // not written yet, or incomplete after a crash
  }
}

async function answers(http: Ports['http'], { url, instance }: Instance): Promise<boolean> {
  try {
    const reply = await http.fetch(new Request(`${url}/api/health`), {
      timeoutMs: 3000,
      maxBytes: 10_000,
      anyCertificate: true, // a self-signed certificate: no authority signs one for 127.0.0.1
    })
    const body = (await reply.json()) as { instance?: unknown }
    return body.instance === instance
  } catch {
    return false // no response, or another program
  }
}
