import { makePicture } from '../platform/images'
import type { Passwords, Random } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import { checkedPassword, checkedUserName, nameKeyOf } from './login-names'
import type { Auth } from './service'
import type { UserColour } from './states'
import * as store from './user-store'
import { endAll, type Users } from './users'

const PICTURE_PX = 128

interface Deps {
  db: Database
  random: Random
  passwords: Passwords
  users: Users
  auth: Pick<Auth, 'expectPassword'>
}

export interface AccountChange {
  name?: string
  colour?: UserColour
  /** Base64 of a picture; null removes it. */
  picture?: string | null
  share_reading?: boolean
  date_locale?: string | null
  password?: string
  current_password?: string
}

/** What users change about themselves. */
export class Accounts {
  constructor(private readonly deps: Deps) {}

  /** Whether the password was changed, which ends all sessions of the user, the caller's too. */
  async change(userId: string, change: AccountChange, ip: string): Promise<{ user: store.UserRow; ended: boolean }> {
    const { db, random, passwords, users, auth } = this.deps
    const before = users.need(userId)
    const { name, password, current_password, colour, share_reading } = change
    if (name !== undefined || password !== undefined) {
      if (before.role === 'owner')
        throw new Refusal('conflict', 'Name and password of the owner are changed in Settings, Account.')
      await auth.expectPassword(before, current_password ?? '', ip)
    }
    const checked = name === undefined ? undefined : checkedUserName(name)
    const password_hash = password === undefined ? undefined : await passwords.hash(checkedPassword(password))
    const picture = change.picture === undefined ? undefined : await smallPicture(change.picture)
    const date_locale = change.date_locale === undefined ? undefined : checkedLocale(change.date_locale)
    db.write((tx) => {
      users.need(userId) // may have been deleted meanwhile
      if (checked !== undefined && nameKeyOf(checked) !== before.name_key) users.expectFree(tx, checked)
      if (password_hash !== undefined) endAll(tx, userId)
      store.changeUser(tx, userId, {
        ...(checked === undefined ? {} : { name: checked, name_key: nameKeyOf(checked) }),
        ...(password_hash === undefined ? {} : { password_hash, generation: random.id() }),
        ...(picture === undefined ? {} : { picture }),
        ...(date_locale === undefined ? {} : { date_locale }),
        ...(colour === undefined ? {} : { colour }),
        ...(share_reading === undefined ? {} : { share_reading }),
      })
      users.recordChange(tx, userId)
    })
    return { user: users.need(userId), ended: password_hash !== undefined }
  }
}

/** A small square WebP as a `data:` address: pages show it many times, and need no further request for it. */
async function smallPicture(base64: string | null): Promise<string | null> {
  if (base64 === null) return null
  try {
    const bytes = Uint8Array.fromBase64(base64.replace(/^data:[^,]*,/, ''))
    const small = await makePicture(bytes, { width: PICTURE_PX, height: PICTURE_PX, type: 'webp', quality: 80 })
    return `data:image/webp;base64,${small.toBase64()}`
  } catch (cause) {
    throw new Refusal('invalid', 'This picture cannot be read. Use a JPEG, PNG or WebP file.', {}, { cause })
  }
}

function checkedLocale(locale: string | null): string | null {
  if (locale === null || locale === '') return null
  try {
    const [known] = Intl.DateTimeFormat.supportedLocalesOf(locale)
    if (known !== undefined) return known
  } catch {
    // not a language tag at all: the same answer
  }
  throw new Refusal('invalid', `Dates cannot be written in the language ${locale.slice(0, 40)}.`)
}
