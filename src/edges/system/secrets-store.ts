import type { Config } from '../../base/config/config'
import { isSecret, optionNames } from '../../base/config/options'
import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import { downloadClients } from '../../intake/downloads/tables'
import { indexers } from '../../intake/search/tables'
import { noticeTargets } from '../notify/tables'

interface Deps {
  db: Database
  config: Config
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

const SECRETS_MOVE: ReadonlySet<AppEvent['type']> = new Set(['config.changed', 'clients.changed', 'notices.changed'])

/** Secrets to hide in the log: the current keys and passwords. Read again only after a change. */
export function knownSecrets({ db, config, subscribe }: Deps): () => readonly string[] {
  let known: readonly string[] = []
  let stored: readonly string[] = []
  let isFresh = false
  subscribe(({ type }) => {
    if (SECRETS_MOVE.has(type)) isFresh = false
  })
  return () => {
    if (isFresh) return known
    try {
      stored = storedIn(db)
      isFresh = true
    } catch {
      // The read error is about to be logged; the secrets of the last read are still hidden.
    }
    // Keys are escaped in addresses.
    const all = [...settingsOf(config), ...stored].flatMap((key) => [key, encodeURIComponent(key)])
    known = [...new Set(all)].filter((key) => key !== '')
    return known
  }
}

function settingsOf(config: Config): string[] {
  const options = optionNames.filter(isSecret).map((name) => String(config.get(name)))
  return [...options, config.credential('apiKey'), config.credential('passwordHash')]
}

function storedIn(db: Database): string[] {
  const keys = db.read.select({ key: indexers.api_key }).from(indexers).all()
  const passwords = db.read.select({ key: downloadClients.secret }).from(downloadClients).all()
  const targets = db.read.select({ secrets: noticeTargets.secrets }).from(noticeTargets).all()
  return [
    ...keys.map(({ key }) => key),
    ...passwords.map(({ key }) => key),
    ...targets.flatMap(({ secrets }) => Object.values(secrets)),
  ]
}
