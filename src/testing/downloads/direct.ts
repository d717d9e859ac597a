import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DirectLink } from '../../base/outbound/transfer/link'
import type { Files, Transfers } from '../../base/platform/ports'
import { systemRandom } from '../../base/platform/random'
import type { ClientItem } from '../../intake/downloads/clients/client'
import { DdlClient } from '../../intake/downloads/ddl/client'
import { type DdlRow, findDdl } from '../../intake/downloads/ddl/store'
import { DdlWorker } from '../../intake/downloads/ddl/worker'
import { testDatabaseAt } from '../database'
import { disk } from '../disks/disk'
import { fakeClock } from '../fakes/clock'
import { fakeTransfers } from '../fakes/file-host'
import type { Handler } from '../fakes/http'
import { PUBLIC_ADDRESS } from '../harness/public-addresses'

/** Direct downloads without an app around them. */

export interface DirectOptions {
  settings?: Record<string, unknown>
  files?: Partial<Files>
  /** Addresses of hosts, empty for an unknown host; any other host has a public address. */
  addresses?: Record<string, string>
  /** Replaces the transfers of `hosts`. */
  transfers?: Transfers
  /** Uses this folder with its database and keeps it: for tests that restart downloads. */
  folder?: string
}

const SETTINGS = {
  enable_ddl: true,
  ddl_location: '',
  ddl_autoresume: true,
  ddl_query_delay: 0,
  ddl_stuck_threshold: 30,
  ddl_allowed_hosts: '',
}

export function directHarness(hosts: Record<string, Handler>, options: DirectOptions = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'panelkeep-direct-'))
  const db = testDatabaseAt(options.folder === undefined ? ':memory:' : join(folder, 'panelkeep.db'))
  const clock = fakeClock()
  const settings: Record<string, unknown> = { ...SETTINGS, ...options.settings }
  const log: string[] = []
  const note = (_: string, message: string, fields?: unknown) => void log.push(`${message} ${JSON.stringify(fields)}`)
  const files = { ...disk, ...options.files }
  const make = () => {
    const worker = new DdlWorker({
      db,
      clock,
      files,
      log: { debug: note, info: note, warn: note, error: note },
      net: {
        transfers: options.transfers ?? fakeTransfers(hosts),
        names: { addresses: async (host) => [options.addresses?.[host] ?? PUBLIC_ADDRESS].filter(Boolean) },
      },
      settings: { config: { get: (name: string) => settings[name] } as never, folder: join(folder, 'downloads') },
    })
    return { worker, client: new DdlClient({ db, clock, files, random: systemRandom, worker }) }
  }
  const harness = {
    ...make(),
    db,
    clock,
    folder,
    settings,
    log,
    /** Adds a download and returns its id. */
    async send(links: Partial<DirectLink>[], name = 'Harbor Lights 003 [ab]'): Promise<string> {
      const full = links.map((link) => ({ label: 'files', url: '', ...link }))
      const sent = await harness.client.send(name, { kind: 'link', name: 'Harbor Lights 003.cbz', links: full })
      if (!('ok' in sent)) throw new Error(sent.detail)
      return sent.ok.id
    },
    row: (id: string) => findDdl(db.read, id) as DdlRow,
    async seen(id: string): Promise<ClientItem | undefined> {
      const looked = await harness.client.inspect([id])
      return 'ok' in looked ? looked.ok.get(id) : undefined
    },
    /** Stops the worker and starts another on the same rows and disk. */
    async restart() {
      await harness.worker.stop()
      Object.assign(harness, make())
      harness.worker.recover()
    },
    async close() {
      await harness.worker.stop()
      db.close()
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
  return harness
}

export type DirectHarness = ReturnType<typeof directHarness>
