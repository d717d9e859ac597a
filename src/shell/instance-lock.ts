import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { holdLock } from '../platform/lock'
import type { Ports } from '../platform/ports'
import type { Layout } from './data-directory'
import { StartError } from './start-error'

/** What a running Panelkeep leaves in its data directory, so that a second start can find it. */
const Instance = Type.Object({
  url: Type.String(),
  instance: Type.String(),
  /** There until somebody has set up a login: whoever may read the data directory may do that. */
  setup_token: Type.Optional(Type.String()),
})
export type Instance = Static<typeof Instance>

const BUSY = 3

/** Where a browser on this machine begins. The token stands behind `#`, so that no log of requests gets to see it. */
export const firstPage = ({ url, setup_token }: Instance) =>
  setup_token === undefined ? url : `${url}/login#token=${setup_token}`

/** One Panelkeep per data directory. */
export const instanceLock = {
  /**
   * The Panelkeep that uses this data directory, when one does and answers; undefined when the directory is free.
   * Throws StartError when somebody holds it and does not answer.
   */
  async other({ files, http }: Ports, at: Layout): Promise<Instance | undefined> {
    if (!(await files.stat(at.lock))) return undefined
    const lock = holdLock(at.lock)
    if (lock) {
      lock.release()
      return undefined
    }
    const there = await read(files, at)
    if (there && (await answers(http, there))) return there
    throw taken(at)
  },

  /** The Panelkeep that said it runs here, when it answers. Takes no lock, so that it never stands in the way of a start. */
  async answering({ files, http }: Pick<Ports, 'files' | 'http'>, at: Layout): Promise<Instance | undefined> {
    const there = await read(files, at)
    return there && (await answers(http, there)) ? there : undefined
  },

  take(at: Layout): { release(): void } {
    const lock = holdLock(at.lock)
    if (!lock) throw taken(at)
    return lock
  },
}

function taken(at: Layout): StartError {
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
    return undefined // not written yet, or cut off by a crash: then nobody can be found through it
  }
}

async function answers(http: Ports['http'], { url, instance }: Instance): Promise<boolean> {
  try {
    const reply = await http.fetch(new Request(`${url}/api/health`), {
      timeoutMs: 3000,
      maxBytes: 10_000,
      anyCertificate: true, // its own: nobody vouches for 127.0.0.1
    })
    const body = (await reply.json()) as { instance?: unknown }
    return body.instance === instance
  } catch {
    return false // nobody there, or somebody else
  }
}
