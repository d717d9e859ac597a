import type { Config } from '../config/config'
import type { Clock, Log, Passwords, Random } from '../platform/ports'
import type { Database } from '../storage/database'
import { Accounts } from './account'
import { AppLogins } from './app-logins'
import { AppSessions } from './app-sessions'
import { Browsers } from './browsers'
import { Devices } from './devices'
import { Invitations } from './invitations'
import { Lockout } from './lockout'
import { makePictureSigner } from './picture-signer'
import { Auth } from './service'
import { Sessions } from './session'
import { Users } from './users'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  passwords: Passwords
  log: Log
  config: Config
  /** Signs sessions and addresses of pictures. */
  sessionKey: Uint8Array
  /** Called when the first login is created. */
  onLoginCreated: () => void
}

/** The login, its sessions and lockout, the keys of reading apps, and signed addresses of pictures. */
export function makeAuth({ db, clock, random, passwords, log, config, sessionKey, onLoginCreated }: Deps) {
  const lockout = new Lockout({ db, clock })
  const users = new Users({ db, clock, random, log, ownerName: () => config.credential('username') })
  const sessions = new Sessions({
    db,
    clock,
    random,
    key: sessionKey,
    timeoutMinutes: () => config.get('login_timeout'),
    login: () => ({ username: config.credential('username'), passwordHash: config.credential('passwordHash') }),
    userOf: (userId) => users.find(userId),
  })
  const auth = new Auth({ db, config, sessions, lockout, users, random, passwords, log, onLoginCreated })
  const devices = new Devices({ db, clock, random, lockout, log })
  const appSessions = new AppSessions({ db, clock, random, sessions })
  return {
    lockout,
    sessions,
    devices,
    appSessions,
    appLogins: new AppLogins({ auth, devices, lockout, appSessions }),
    signing: makePictureSigner(sessionKey, () => config.credential('apiKey')),
    auth,
    users,
    invitations: new Invitations({ db, clock, random, passwords, log, users }),
    browsers: new Browsers({ db, clock, random, passwords, users }),
    accounts: new Accounts({ db, random, passwords, users, auth }),
  }
}

export type Authentication = ReturnType<typeof makeAuth>
