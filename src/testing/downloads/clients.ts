import { type ClientRow, NEW_CLIENT_STATE } from '../../intake/downloads/clients/store'
import type { journal } from '../../intake/downloads/tables'

/** A row of a download client as the settings write it. */
export function clientRow(fields: Partial<ClientRow> & Pick<ClientRow, 'type' | 'address'>): ClientRow {
  const usenet = fields.type === 'sabnzbd' || fields.type === 'nzbget'
  return {
    client_id: `${fields.type}-1`,
    name: fields.type,
    protocol: usenet ? 'usenet' : 'torrent',
    enabled: true,
    position: 0,
    username: '',
    secret: '',
    verify: true,
    category: 'comics',
    settings: {},
    placing: 'move',
    seed_ratio: null,
    seed_minutes: null,
    remove_completed: true,
    remove_failed: true,
    added_at: '2026-11-21T08:00:00.000Z',
    ...NEW_CLIENT_STATE,
    ...fields,
  }
}

/** The journal row of a release that a usenet client received at that time. */
export function itemAt(client: string, at: string): typeof journal.$inferInsert {
  const entity = { entity_type: 'issue', entity_id: 'harbor-1', comic_id: 'harbor' } as const
  const release = {
    release_key: 'k',
    digest: 'd',
    title: 'Harbor Lights 001',
    indexer: 'a',
    protocol: 'usenet',
  } as const
  return { ...entity, ...release, item_id: 'i', stage: 'snatched', client, grabbed_at: at, updated_at: at }
}
