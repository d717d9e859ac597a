import { Elysia, t } from 'elysia'
import type { Config } from '../../base/config/config'
import { Integer } from '../../base/http/integer-schema'
import type { Database } from '../../base/storage/database'
import { liveness } from './liveness'
import type { Network } from './network'

interface Deps {
  db: Database
  config: Config
  instance: string
  network: Network
}

export const healthRoutes = ({ db, config, instance, network }: Deps) =>
  new Elysia({ tags: ['system'] })
    .get('/api/health', () => liveness(db, instance), {
      response: { 200: t.Object({ status: t.String(), instance: t.String() }) },
    })
    .get('/api/system/network', () => networkView(config, network), {
      response: t.Object({
        lan: t.Boolean(),
        manage_remote: t.Boolean(),
        port: Integer(),
        addresses: t.Array(t.String()),
        opds_urls: t.Array(t.String()),
      }),
    })

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
