import { isWithin } from '../platform/clock'
import type { Clock, Instant, Log, Random } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import { isLocked } from '../storage/write-errors'
import { KEY_BYTES, keyHash, kosyncHash, kosyncHashesOf, makeKey, readKey } from './device-key'
import * as store from './device-store'
import type { Lockout } from './lockout'

/** Of one user. */
const MOST_DEVICES = 100
/** Every page is a request, so the last use is saved at most once a minute. */
const USE_EVERY_MS = 60_000
const MOST_AGENT = 200

interface Deps {
  db: Database
  clock: Clock
  random: Random
  lockout: Lockout
  log: Log
}

/** How the API shows a device: the key once, the hashes never. */
export type Device = Omit<store.DeviceRow, 'user_id' | 'key_hash' | 'last_address'>

/**
 * Reading apps with keys of their own. A key opens the catalog and its sync as the user who made it, and can be revoked
 * on its own. Each user sees and changes only their own devices.
 */
export class Devices {
  private readonly devicesByRequest = new WeakMap<Request, store.DeviceRow>()
  private readonly notedAt = new Map<string, Instant>()

  constructor(private readonly deps: Deps) {}

  /** Newest first. */
  list(): Device[] {
    return store.listDevices(this.deps.db.read).map(publicFields)
  }

  /** Returns the key, which is shown nowhere else. Throws Refusal 'invalid' for an empty name. */
  add(name: string): { device: Device; key: string } {
    const { db, clock, random, log } = this.deps
    const key = makeKey(random.bytes(KEY_BYTES))
    const row = db.write((tx) => {
      if (store.listDevices(tx).length >= MOST_DEVICES) {
        throw new Refusal(
          'conflict',
          `There are ${MOST_DEVICES} reading devices. Revoke one that is not used any more.`,
        )
      }
      const row = { device_id: random.id(), name: checkedName(name), created_at: clock.now(), key_hash: keyHash(key) }
      return store.addDevice(tx, row, kosyncHashesOf(key))
    })
    log.info('auth', 'reading device added', { device_id: row.device_id, name: row.name })
    return { device: publicFields(row), key }
  }

  /** Throws Refusal 'missing' for an unknown device. */
  change(deviceId: string, { name, ...change }: store.DeviceChange): Device {
    const named = name === undefined ? change : { ...change, name: checkedName(name) }
    const row = this.deps.db.write((tx) => store.changeDevice(tx, deviceId, named))
    if (!row) throw unknownDevice()
    return publicFields(row)
  }

  /** The key stops working at once. Throws Refusal 'missing' for an unknown device. */
  revoke(deviceId: string): void {
    const row = this.deps.db.write((tx) => store.removeDevice(tx, deviceId))
    if (!row) throw unknownDevice()
    this.deps.log.warn('auth', 'reading device revoked', { device_id: deviceId, name: row.name })
  }

  /** The device that sent a request to the catalog; undefined when the login itself was used. */
  of(request: Request): Device | undefined {
    const row = this.devicesByRequest.get(request)
    return row && publicFields(row)
  }

  /** The user whose key the request sent; undefined when the login itself was used. */
  userOf(request: Request): string | undefined {
    return this.devicesByRequest.get(request)?.user_id
  }

  /**
   * Whether a password is the key of a device; 'no key' when it cannot be one. A wrong key counts for a lockout of its
   * own: throws Refusal 'throttled' while that is active. A right key always works, because 80 bits cannot be guessed.
   */
  admit(request: Request, ip: string, password: string): boolean | 'no key' {
    const key = readKey(password)
    if (key === undefined) return 'no key'
    return this.admitKnown(request, ip, store.deviceByKey(this.deps.db.read, keyHash(key)))
  }

  /** The same for the MD5 of a typed key, which KOReader's sync sends. */
  admitSync(request: Request, ip: string, md5OfKey: string | null): boolean {
    if (!md5OfKey) return false
    return this.admitKnown(request, ip, store.deviceByKosync(this.deps.db.read, kosyncHash(md5OfKey)))
  }

  /** The user of a device that began the app's session with its key; undefined when it was revoked. */
  resume(request: Request, ip: string, deviceId: string): string | undefined {
    const row = store.deviceById(this.deps.db.read, deviceId)
    if (row) this.admitKnown(request, ip, row)
    return row?.user_id
  }

  /** Whether the device was not revoked. */
  has(deviceId: string): boolean {
    return store.deviceById(this.deps.db.read, deviceId) !== undefined
  }

  private admitKnown(request: Request, ip: string, row: store.DeviceRow | undefined): boolean {
    if (row) {
      this.devicesByRequest.set(request, row)
      this.note(row, request, ip)
    } else {
      this.deps.lockout.attempt(`key:${ip}`)
      this.deps.log.warn('auth', 'reading device refused', { ip })
    }
    return row !== undefined
  }

  private note({ device_id }: store.DeviceRow, request: Request, ip: string): void {
    const { db, clock } = this.deps
    const now = clock.now()
    const before = this.notedAt.get(device_id)
    if (before !== undefined && isWithin(before, now, USE_EVERY_MS)) return
    const agent = request.headers.get('user-agent')?.slice(0, MOST_AGENT) ?? null
    try {
      db.write((tx) => store.saveUse(tx, device_id, { last_used_at: now, last_agent: agent, last_address: ip }))
    } catch (error) {
      if (isLocked(error)) return // the app reads on, and its next request is noted
      throw error
    }
    this.notedAt.set(device_id, now)
  }
}

function publicFields({ user_id: _user, key_hash: _hash, last_address: _address, ...device }: store.DeviceRow): Device {
  return device
}

function checkedName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw new Refusal('invalid', 'A name for the device is missing.')
  return trimmed
}

function unknownDevice(): Refusal {
  return new Refusal('missing', 'This reading device no longer exists.')
}
