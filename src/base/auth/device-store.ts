import { and, eq, sql } from 'drizzle-orm'
import { callerId } from '../platform/caller'
import type { ReadHandle, Tx } from '../storage/database'
import { preparedQuery } from '../storage/prepared-query'
import { deviceKeys, syncHashes } from './tables'

export type DeviceRow = typeof deviceKeys.$inferSelect
export type DeviceChange = Partial<Pick<DeviceRow, 'name' | 'counts_streaming' | 'comic_types'>>
export type DeviceUse = Pick<DeviceRow, 'last_used_at' | 'last_agent' | 'last_address'>

const is = sql.placeholder

const byKey = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(deviceKeys)
    .where(eq(deviceKeys.key_hash, is('hash')))
    .prepare(),
)

export function deviceByKey(db: ReadHandle, keyHash: string): DeviceRow | undefined {
  return byKey(db).get({ hash: keyHash })
}

const byId = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(deviceKeys)
    .where(eq(deviceKeys.device_id, is('id')))
    .prepare(),
)

/** Of any user. */
export function deviceById(db: ReadHandle, deviceId: string): DeviceRow | undefined {
  return byId(db).get({ id: deviceId })
}

const byKosync = preparedQuery((db: ReadHandle) =>
  db
    .select({ device: deviceKeys })
    .from(syncHashes)
    .innerJoin(deviceKeys, eq(deviceKeys.device_id, syncHashes.device_id))
    .where(eq(syncHashes.hash, is('hash')))
    .prepare(),
)

export function deviceByKosync(db: ReadHandle, kosyncHash: string): DeviceRow | undefined {
  return byKosync(db).get({ hash: kosyncHash })?.device
}

const isOwn = (deviceId: string) => and(eq(deviceKeys.device_id, deviceId), eq(deviceKeys.user_id, callerId()))

/** The caller's devices, newest first. */
export function listDevices(db: ReadHandle): DeviceRow[] {
  return db
    .select()
    .from(deviceKeys)
    .where(eq(deviceKeys.user_id, callerId()))
    .orderBy(sql`${deviceKeys.created_at} desc`, deviceKeys.name)
    .all()
}

type NewDevice = Omit<typeof deviceKeys.$inferInsert, 'user_id'>

/** Adds a device of the caller. */
export function addDevice(tx: Tx, row: NewDevice, kosyncHashes: readonly string[]): DeviceRow {
  const device = tx
    .insert(deviceKeys)
    .values({ ...row, user_id: callerId() })
    .returning()
    .get()
  tx.insert(syncHashes)
    .values(kosyncHashes.map((hash) => ({ hash, device_id: device.device_id })))
    .run()
  return device
}

/** Undefined when the caller has no such device. */
export function changeDevice(tx: Tx, deviceId: string, change: DeviceChange): DeviceRow | undefined {
  if (Object.keys(change).length === 0) {
    return tx.select().from(deviceKeys).where(isOwn(deviceId)).get()
  }
  return tx.update(deviceKeys).set(change).where(isOwn(deviceId)).returning().get()
}

/** Of a device of any user: its key just opened the catalog. */
export function saveUse(tx: Tx, deviceId: string, use: DeviceUse): void {
  tx.update(deviceKeys).set(use).where(eq(deviceKeys.device_id, deviceId)).run()
}

/** Undefined when the caller has no such device. */
export function removeDevice(tx: Tx, deviceId: string): DeviceRow | undefined {
  return tx.delete(deviceKeys).where(isOwn(deviceId)).returning().get()
}
