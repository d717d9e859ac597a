import { sql } from 'drizzle-orm'
import type { TestApp } from './app'

/** Resolves when the names of all series and issues are in their tables. Each request for names reads some. */
export async function namesRead({ db, reader }: TestApp): Promise<void> {
  const isDue = () =>
    db.read.all(sql`select 1 from name_queue union all select 1 from name_recounts limit 1`).length > 0
  for (let left = 1000; left > 0 && isDue(); left--) await reader.get('/api/names?kind=tag&limit=1')
  if (isDue()) throw new Error('the names were not read')
}
