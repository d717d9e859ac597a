import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../harness/free-port'
import { startProgram } from '../harness/programs'
import { type MadeTorrent, makeTorrent } from './make-torrent'
import type { Tracker } from './tracker'

export interface Seeder extends MadeTorrent {
  /** The seeder's folder. */
  folder: string
  stop(): Promise<void>
}

interface Seeding {
  tracker: Tracker
  name: string
  content: Uint8Array | Record<string, Uint8Array>
  private?: boolean
  /** Upload limit in bytes a second, to observe a running download. */
  slow?: number
}

/** Creates a torrent and seeds it with aria2 on the loopback until it is stopped. Needs `hasProgram('aria2c')`. */
export async function startSeeder({ tracker, name, content, slow, ...more }: Seeding): Promise<Seeder> {
  const made = makeTorrent({ announce: tracker.address, name, content, private: more.private })
  const above = mkdtempSync(join(tmpdir(), 'panelkeep-seeder-'))
  const folder = join(above, 'files')
  write(folder, content instanceof Uint8Array ? { [name]: content } : inFolder(name, content))
  const file = join(above, 'it.torrent')
  writeFileSync(file, made.bytes)
  const port = freePort()
  const quiet = ['--enable-dht=false', '--enable-dht6=false', '--enable-peer-exchange=false', '--bt-enable-lpd=false']
  const seeding = ['--check-integrity=true', '--seed-ratio=0.0', '--bt-tracker-interval=3', `--listen-port=${port}`]
  const pace = slow === undefined ? [] : [`--max-overall-upload-limit=${slow}`]
  const program = await startProgram(
    ['aria2c', '--no-conf=true', `--dir=${folder}`, ...quiet, ...seeding, ...pace, file],
    { ready: async () => tracker.seeders(made.info_hash) > 0 },
  )
  const stop = async () => {
    await program.stop()
    rmSync(above, { recursive: true, force: true })
  }
  return { ...made, folder, stop }
}

const inFolder = (name: string, content: Record<string, Uint8Array>) =>
  Object.fromEntries(Object.entries(content).map(([path, bytes]) => [`${name}/${path}`, bytes]))

function write(folder: string, files: Record<string, Uint8Array>): void {
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
}
