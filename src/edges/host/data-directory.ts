import { join, resolve } from 'node:path'

interface Surroundings {
  platform: string
  env: Record<string, string | undefined>
  home: string
}

/** The folder of settings, database and cache: from the argument, the environment, or the system's default. */
export function dataDirectory(option: string | undefined, { platform, env, home }: Surroundings): string {
  const chosen = option ?? env.PANELKEEP_DATA_DIR
  if (chosen) return resolve(chosen)
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Panelkeep')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Panelkeep')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'panelkeep')
}

/** The files of a data directory. */
export function layout(dataDir: string) {
  return {
    dataDir,
    config: join(dataDir, 'config.ini'),
    database: join(dataDir, 'panelkeep.db'),
    secure: join(dataDir, '.secure'),
    sessionKey: join(dataDir, '.secure', 'jwt.key'),
    cache: join(dataDir, 'cache'),
    backups: join(dataDir, 'backups'),
    log: join(dataDir, 'logs', 'panelkeep.log'),
    downloads: join(dataDir, 'downloads'),
    lock: join(dataDir, 'instance.lock'),
    instance: join(dataDir, 'instance.json'),
    lastStop: join(dataDir, 'last-stop.json'),
    pending: join(dataDir, '.restore'),
    update: join(dataDir, 'update'),
  }
}

export type Layout = ReturnType<typeof layout>
