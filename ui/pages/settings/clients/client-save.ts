import { ApiError, call } from '../../../api/client'
import type { Input } from '../../../api/contract'
import { invalidate } from '../../../api/query'

/** Why a change was refused. `inFlight`: the client has active downloads, and the user has to confirm. */
export type ClientRefusal = { detail: string; inFlight: boolean }

async function trying(work: () => Promise<unknown>): Promise<ClientRefusal | undefined> {
  try {
    await work()
    return undefined
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    return { detail: cause.detail, inFlight: cause.body.code === 'in_flight' }
  } finally {
    invalidate('GET /api/config/clients')
  }
}

type New = Input<'POST /api/config/clients'>['body']
type Change = Input<'PUT /api/config/clients/:client_id'>['body']

export const addClient = (body: New) => trying(() => call('POST /api/config/clients', { body }))

const forcing = (force: boolean) => (force ? { query: { force: true } } : {})

export const changeClient = (client_id: string, body: Change, force = false) =>
  trying(() => call('PUT /api/config/clients/:client_id', { params: { client_id }, body, ...forcing(force) }))

export const removeClient = (client_id: string, force = false) =>
  trying(() => call('DELETE /api/config/clients/:client_id', { params: { client_id }, ...forcing(force) }))

/** `client_ids` in order, the first choice first. */
export const reorderClients = (client_ids: string[]) =>
  trying(() => call('PUT /api/config/clients/order', { body: { client_ids } }))
