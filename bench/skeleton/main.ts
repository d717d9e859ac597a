import { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { Elysia, t } from 'elysia'

/** The bare stack without Panelkeep's code: the time that these libraries need for one response. */
const [file = ':memory:', port = '0'] = process.argv.slice(2)
const raw = new Database(file, { create: true, strict: true })
raw.run('PRAGMA journal_mode = WAL')
raw.run('CREATE TABLE IF NOT EXISTS answers (at TEXT NOT NULL)')
const db = drizzle(raw)

new Elysia()
  .get('/api/health', () => ({ ok: db.get<{ ok: number }>('SELECT 1 AS ok') !== undefined }), {
    response: t.Object({ ok: t.Boolean() }),
  })
  .listen({ port: Number(port), hostname: '127.0.0.1' })
