import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextTurn } from '../../base/platform/event-loop'
import type { GroupResult, ProgressView } from '../../intake/imports/schema'
import { type TestApp, testApp } from '../app'
import { COMICVINE_KEY, fakeComicvine } from '../fakes/comicvine'
import { fakeHttp } from '../fakes/http'
import { makeProviderData } from '../fakes/provider-data'
import { progressOf, putComic } from './imports'

/** Shared by proposal tests: a library folder, a fake ComicVine, and scans that wait for its replies. */
export function proposalHarness() {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-propose-'))
  const comics = join(folder, 'comics')
  const data = makeProviderData()
  const comicvine = fakeComicvine(data)
  const http = fakeHttp({ 'comicvine.gamespot.com': comicvine.fetch })
  let app: TestApp | undefined
  let made = 0
  const running = () => app as TestApp
  return {
    comics,
    data,
    comicvine,
    http,
    /** By default ComicVine is the only provider. */
    async start(settings: Record<string, string> = { comicvine_api: COMICVINE_KEY }): Promise<TestApp> {
      const unasked = { mangadex_enabled: 'false', anilist_enabled: 'false' }
      // Hours may pass in a test, so there are no scheduled scans.
      const quiet = { library_scan_interval: '0', dbupdate_interval: '0' }
      mkdirSync(comics, { recursive: true })
      app = await testApp({ settings: { comic_dirs: comics, ...unasked, ...quiet, ...settings }, ports: { http } })
      return app
    },
    put(name: string, ...numbers: (number | string)[]): void {
      for (const number of numbers) putComic(join(comics, `${name}/${name} ${number}.cbz`), made++)
    },
    /** Scans and waits until all providers have replied. */
    async proposed(): Promise<ProgressView & { results: GroupResult[] }> {
      const { reader } = running()
      await reader.json(200, reader.post('/api/import/comic/scan'))
      while ((await progressOf(running())).status !== 'completed') await nextTurn()
      await this.propose()
      const progress = await progressOf(running())
      return { ...progress, results: progress.results ?? [] }
    },
    /**
     * Advances the clock until all work is done, with a request between steps since disks are slower than the clock.
     */
    async propose(): Promise<void> {
      let done = false
      const ended = running()
        .idle()
        .finally(() => {
          done = true
        })
      for (; !done; await progressOf(running())) await running().clock.advance('1 s')
      await ended
    },
    /** Requests to ComicVine, without pictures. */
    questions: () => comicvine.requests.filter((question) => !question.includes('/a/uploads/')),
    async close(): Promise<void> {
      await app?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type ProposalHarness = ReturnType<typeof proposalHarness>
