import { type ClientRow, unasked } from '../downloads/clients/store'

/** A row of the roster as the settings would write it. */
export function clientRow(given: Partial<ClientRow> & Pick<ClientRow, 'type' | 'address'>): ClientRow {
  const usenet = given.type === 'sabnzbd' || given.type === 'nzbget'
  return {
    client_id: `${given.type}-1`,
    name: given.type,
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
    ...unasked,
    ...given,
  }
}
