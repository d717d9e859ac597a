import { eq } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { weeklyServices } from '../tables'

export type ServiceHealthRow = typeof weeklyServices.$inferSelect

export function findServiceHealth(db: ReadHandle, service: string): ServiceHealthRow | undefined {
  return db.select().from(weeklyServices).where(eq(weeklyServices.service, service)).get()
}

export function saveServiceHealth(tx: Tx, service: string, change: Partial<ServiceHealthRow>): void {
  tx.insert(weeklyServices)
    .values({ ...change, service })
    .onConflictDoUpdate({ target: weeklyServices.service, set: { ...change, service } })
    .run()
}
