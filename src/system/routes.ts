import { Elysia, t } from 'elysia'
import type { Config } from '../config/config'
import { reply } from '../http/errors'
import type { Files } from '../platform/ports'
import type { Database } from '../storage/database'
import { LIBRARY_DAMAGED } from '../storage/write-errors'
import { browse } from './filesystem'
import type { Network } from './network'

const Folder = t.Object({
  path: t.String(),
  parent: t.Nullable(t.String()),
  folders: t.Array(t.Object({ name: t.String(), path: t.String() })),
})

export const filesystemRoutes = ({ files, home }: { files: Files; home: string }) =>
  new Elysia({ tags: ['system'] }).get('/api/filesystem', ({ query }) => browse(files, home, query.path ?? ''), {
    query: t.Object({ path: t.Optional(t.String({ maxLength: 4096 })) }),
    response: Folder,
  })

interface Deps {
  db: Database
  config: Config
  instance: string
  network: Network
}

export const healthRoutes = ({ db, config, instance, network }: Deps) =>
  new Elysia({ tags: ['system'] })
    .get('/api/health', () => healthOf(db, instance), {
      response: { 200: t.Object({ status: t.String(), instance: t.String() }) },
    })
    .get('/api/system/network', () => networkView(config, network), {
      response: t.Object({
        lan: t.Boolean(),
        manage_remote: t.Boolean(),
        port: t.Integer(),
        addresses: t.Array(t.String()),
        opds_urls: t.Array(t.String()),
      }),
    })

/** `instance` lets a second start recognise this run, also with a damaged database. */
function healthOf(db: Database, instance: string) {
  const isThere = db.answers()
  if (db.isDamaged) return reply(503, { status: 'error', detail: LIBRARY_DAMAGED, instance })
  return isThere ? { status: 'ok', instance } : reply(503, { status: 'error' })
}

function networkView(config: Config, network: Network) {
  const addresses = network.addresses()
  return {
    lan: network.listensOnNetwork(),
    manage_remote: config.get('manage_remote') || network.hostMeansManage(),
    port: network.port(),
    addresses,
    opds_urls: addresses.map((address) => `${network.secure() ? 'https' : 'http'}://${address}:${network.port()}/opds`),
  }
}
