import type { Clock, Files, Http } from '../../../base/platform/ports'
import { readPending, updatePaths, writePending } from '../../system/updates/pending-update'
import type { Layout } from '../data-directory'

type Answer<Peer> = (request: Request, peer: Peer) => Response | Promise<Response>

/** Marks the run's own requests, the only ones that a trial answers. */
const RUN = 'X-Panelkeep-Run'
const TRIES = 5
const PAUSE_MS = 1000

/** Refuses other requests during a trial, since changes of users would be lost in a rollback. */
export function trialAnswer<Peer>(run: string, answer: Answer<Peer>): Answer<Peer> {
  return (request, peer) =>
    request.headers.get(RUN) === run
      ? answer(request, peer)
      : Response.json({ detail: 'Panelkeep is being updated. Try again in a moment.' }, { status: 503 })
}

/** Whether this run responds on its own address. */
export async function hasAnswered(
  { http, clock }: { http: Http; clock: Clock },
  url: string,
  run: string,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const request = new Request(`${url}/api/health`, { headers: { [RUN]: run } })
    const reply = await http
      .fetch(request, { timeoutMs: 10_000, maxBytes: 10_000, anyCertificate: true })
      .then((answer) => answer.json() as Promise<{ status?: unknown; instance?: unknown }>)
      .catch(() => undefined)
    if (reply?.status === 'ok' && reply.instance === run) return true
    if (attempt === TRIES) return false
    await clock.after(PAUSE_MS)
  }
}

/** Tells the process that watches the trial that this version responded. */
export async function writeTrialAnswer(files: Files, at: Layout, executable: string): Promise<void> {
  const paths = updatePaths(at.update, executable)
  const pending = await readPending(files, paths)
  if (pending) await writePending(files, paths, { ...pending, step: 'answered', starts: 0 })
}
