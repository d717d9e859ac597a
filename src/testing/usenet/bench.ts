import { afterAll, beforeAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { systemHttp } from '../../base/platform/http'
import type { DownloadClient } from '../../intake/downloads/clients/client'
import type { ClientRow } from '../../intake/downloads/clients/store'
import type { Program } from '../harness/programs'
import { until } from '../harness/until'
import { okOf } from '../torrents/replies'
import { post } from './make-nzb'
import { type NewsServer, newsServer } from './news-server'

/** Dependencies of a usenet client that shares its disk with the tests. */
export const CLIENT_DEPS = { http: systemHttp, files: systemFiles, local: (path: string) => path }

interface Setting<P extends Program> {
  start(folder: string, news: NewsServer): Promise<P>
  client(program: P, row: Partial<ClientRow>): DownloadClient
}

/** The real program with a usenet server, for the tests of one `describe`, with helpers. */
export function usenetBench<P extends Program>({ start, client }: Setting<P>) {
  let [news, program, folder]: [NewsServer?, P?, string?] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'panelkeep-usenet-'))
    news = newsServer()
    program = await start(folder, news)
  }, 30_000)
  afterAll(async () => {
    await program?.stop()
    news?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })
  const running = () => program as P
  const made = (row: Partial<ClientRow> = {}) => client(running(), row)

  async function seen(id: string) {
    const looked = await made().inspect([id])
    if ('ok' in looked) return looked.ok.get(id)
    throw new Error(`${looked.detail}\n${running().log().slice(-3000)}`)
  }
  /** Posts files to the server and returns their NZB. */
  function posted(...args: Parameters<typeof post>): Uint8Array {
    const { nzb, articles } = post(...args)
    for (const [id, article] of articles) news?.articles.set(id, article)
    return nzb
  }
  return {
    program: running,
    folder: () => folder as string,
    news: () => news as NewsServer,
    client: made,
    seen,
    /** Waits until the job is done or has failed; returns its last state. */
    ended: (id: string) =>
      until(
        () => seen(id),
        (each) => each?.state === 'done' || each?.state === 'failed',
      ),
    posted,
    /** Posts files to the server and sends their NZB to the client. */
    async sent(name: string, ...args: Parameters<typeof post>): Promise<string> {
      return okOf(await made().send(name, { kind: 'nzb', name, bytes: posted(...args) })).id
    },
    /** Removes a job, with retries: some clients report the end of a job a moment before they can remove it. */
    dropped: (id: string, files: boolean) =>
      until(
        () => made().remove(id, { files }),
        (reply) => 'ok' in reply,
      ),
  }
}
