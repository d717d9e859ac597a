import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../harness/free-port'
import { type Program, startProgram } from '../harness/programs'
import { NEWS_LOGIN, type NewsServer } from './news-server'

export interface Sabnzbd extends Program {
  address: string
  key: string
  /** A key that may only add releases. */
  nzbKey: string
  complete: string
}

const KEY = '0123456789abcdef0123456789abcdef'
const NZB_KEY = 'fedcba9876543210fedcba9876543210'

/**
 * Starts the real SABnzbd in a folder of its own. `misc`: additional lines of its settings. It keeps its connections,
 * since 3.7 sometimes crashes when it reopens them.
 */
export async function startSabnzbd(folder: string, news: NewsServer, misc: string[] = []): Promise<Sabnzbd> {
  const port = freePort()
  const complete = join(folder, 'complete')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'sabnzbd.ini'),
    `__version__ = 19
__encoding__ = utf-8
[misc]
host = 127.0.0.1
port = ${port}
api_key = ${KEY}
nzb_key = ${NZB_KEY}
auto_browser = 0
check_new_rel = 0
download_dir = ${join(folder, 'incomplete')}
complete_dir = ${complete}
log_dir = ${join(folder, 'logs')}
admin_dir = admin
enable_https_verification = 0
no_penalties = 1
ipv6_servers = 0
direct_unpack = 0
auto_disconnect = 0
host_whitelist = localhost, 127.0.0.1
${misc.join('\n')}
[servers]
[[local]]
name = local
host = 127.0.0.1
port = ${news.port}
username = ${NEWS_LOGIN.username}
password = ${NEWS_LOGIN.password}
connections = 2
ssl = 0
enable = 1
[categories]
[[comics]]
name = comics
pp = ""
script = Default
dir = comics
priority = -100
`,
  )
  const address = `http://127.0.0.1:${port}`
  const command = ['sabnzbdplus', '-f', join(folder, 'sabnzbd.ini'), '-b', '0', '-l', '1', '--disable-file-log']
  const ready = async () => (await fetch(`${address}/api?mode=version&output=json`)).ok
  return { ...(await startProgram(command, { ready, cwd: folder })), address, key: KEY, nzbKey: NZB_KEY, complete }
}
