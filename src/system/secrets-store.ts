import type { Config } from '../config/config'
import { isSecret, optionNames } from '../config/options'
import { downloadClients } from '../downloads/tables'
import type { AppEvent } from '../events/types'
import { noticeTargets } from '../notify/tables'
import { indexers } from '../search/tables'
import type { Database } from '../storage/database'

interface Deps {
  db: Database
  config: Config
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

const SECRETS_MOVE: ReadonlySet<AppEvent['type']> = new Set(['config.changed', 'clients.changed', 'notices.changed'])

/** All that may stand in no line of the log: keys and passwords as they are now. Read again only when one may have changed. */
export function knownSecrets({ db, config, subscribe }: Deps): () => readonly string[] {
  let known: string[] | undefined
  subscribe(({ type }) => {
    if (SECRETS_MOVE.has(type)) known = undefined
  })
  return () => {
    known ??= read(db, config)
    return known
  }
}

function read(db: Database, config: Config): string[] {
  const options = optionNames.filter(isSecret).map((name) => String(config.get(name)))
  const ours = [config.credential('apiKey'), config.credential('passwordHash')]
  const keys = db.read.select({ key: indexers.api_key }).from(indexers).all()
  const passwords = db.read.select({ key: downloadClients.secret }).from(downloadClients).all()
  const targets = db.read.select({ secrets: noticeTargets.secrets }).from(noticeTargets).all()
  const all = [
    ...options,
    ...ours,
    ...keys.map(({ key }) => key),
    ...passwords.map(({ key }) => key),
    ...targets.flatMap(({ secrets }) => Object.values(secrets)),
  ]
  // In an address a key is written otherwise.
  return [...new Set(all.flatMap((key) => [key, encodeURIComponent(key)]))].filter((key) => key !== '')
}
