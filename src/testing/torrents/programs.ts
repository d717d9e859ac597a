import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isListening } from '../harness/free-port'
import { type Program, startProgram } from '../harness/programs'

/** A real torrent client on the loopback, in a folder of its own. */
export interface TorrentProgram {
  /** The address for the settings. */
  address: string
  username: string
  secret: string
  /** The default download folder. */
  folder: string
  log(): string
  /** Restarts the program with its torrents, on the same ports. */
  restart(): Promise<void>
  /** Stops the program and deletes its downloads. */
  stop(): Promise<void>
}

interface Starting {
  address: string
  username?: string
  secret?: string
  start(home: string): Promise<Program[]>
}

async function started(make: (home: string, folder: string) => Promise<Starting>): Promise<TorrentProgram> {
  const home = mkdtempSync(join(tmpdir(), 'panelkeep-torrents-'))
  const folder = join(home, 'downloads')
  mkdirSync(folder)
  const { address, username = '', secret = '', start } = await make(home, folder)
  let programs = await start(home)
  const end = async () => {
    for (const program of programs.reverse()) await program.stop()
  }
  return {
    address,
    username,
    secret,
    folder,
    log: () => programs.map((program) => program.log()).join('\n'),
    async restart() {
      await end()
      programs = await start(home)
    },
    async stop() {
      await end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const answers = (url: string, init?: RequestInit) => async () => (await fetch(url, init)).status < 500

/** Needs `hasProgram('transmission-daemon')`. */
export const startTransmission = () =>
  started(async (home, folder) => {
    const [port, peers] = [freePort(), freePort()]
    const rpc = {
      'rpc-bind-address': '127.0.0.1',
      'rpc-port': port,
      'rpc-username': 'reader',
      'rpc-password': 'secret',
    }
    const quiet = { 'dht-enabled': false, 'pex-enabled': false, 'lpd-enabled': false, 'utp-enabled': false }
    const settings = {
      ...rpc,
      ...quiet,
      'rpc-authentication-required': true,
      'download-dir': folder,
      'peer-port': peers,
      'port-forwarding-enabled': false,
    }
    writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
    const address = `http://127.0.0.1:${port}`
    const start = async () => [
      await startProgram(['transmission-daemon', '-f', '-g', home], { ready: answers(`${address}/transmission/rpc`) }),
    ]
    return { address, username: 'reader', secret: 'secret', start }
  })

/** Needs `hasProgram('qbittorrent-nox')`. */
export const startQBittorrent = () =>
  started(async (home, folder) => {
    const [port, peers] = [freePort(), freePort()]
    mkdirSync(join(home, 'qBittorrent/config'), { recursive: true })
    writeFileSync(join(home, 'qBittorrent/config/qBittorrent.conf'), qbittorrentConf(folder, port, peers))
    const address = `http://127.0.0.1:${port}`
    const start = async () => [
      await startProgram(['qbittorrent-nox', `--profile=${home}`, `--webui-port=${port}`], {
        ready: answers(`${address}/api/v2/app/version`),
        env: { HOME: home },
      }),
    ]
    return { address, username: 'admin', secret: 'adminadmin', start }
  })

function qbittorrentConf(folder: string, port: number, peers: number): string {
  const salt = randomBytes(16)
  const key = pbkdf2Sync('adminadmin', salt, 100_000, 64, 'sha512')
  return `[BitTorrent]
Session\\DHTEnabled=false
Session\\DefaultSavePath=${folder}
Session\\LSDEnabled=false
Session\\MultiConnectionsPerIp=true
Session\\PeXEnabled=false
Session\\Port=${peers}
Session\\SSRFMitigation=false

[LegalNotice]
Accepted=true

[Meta]
MigrationVersion=4

[Network]
Cookies=@Invalid()

[Preferences]
WebUI\\Address=127.0.0.1
WebUI\\CSRFProtection=true
WebUI\\HostHeaderValidation=true
WebUI\\LocalHostAuth=true
WebUI\\Port=${port}
WebUI\\Username=admin
WebUI\\Password_PBKDF2="@ByteArray(${salt.toString('base64')}:${key.toString('base64')})"
`
}

/**
 * The daemon and the web interface that Panelkeep uses. Needs `hasProgram('deluged')` and `hasProgram('deluge-web')`.
 */
export const startDeluge = ({ plugins = ['Label'] }: { plugins?: string[] } = {}) =>
  started(async (home, folder) => {
    const [port, daemon, peers] = [freePort(), freePort(), freePort()]
    const core = {
      dht: false,
      lsd: false,
      upnp: false,
      natpmp: false,
      utpex: false,
      new_release_check: false,
      random_port: false,
      listen_ports: [peers, peers],
      download_location: folder,
      enabled_plugins: plugins,
    }
    const config = (name: string, version: number, content: unknown) =>
      writeFileSync(join(home, name), `{"file": ${version}, "format": 1}${JSON.stringify(content)}`)
    config('core.conf', 1, core)
    config('hostlist.conf', 3, { hosts: [['f'.repeat(32), '127.0.0.1', daemon, 'localclient', 'secret']] })
    writeFileSync(join(home, 'auth'), 'localclient:secret:10\n')
    const address = `http://127.0.0.1:${port}`
    const start = async () => [
      await startProgram(['deluged', '-d', '-c', home, '-p', `${daemon}`, '-u', '127.0.0.1'], {
        ready: () => isListening(daemon),
      }),
      await startProgram(['deluge-web', '-d', '-c', home, '-p', `${port}`, '-i', '127.0.0.1'], {
        ready: answers(address),
      }),
    ]
    return { address, secret: 'deluge', start }
  })

/** Over SCGI; `address` is `http://127.0.0.1:<port>`. Needs `hasProgram('rtorrent')`. */
export const startRTorrent = () =>
  started(async (home, folder) => {
    const [port, peers] = [freePort(), freePort()]
    mkdirSync(join(home, 'session'))
    const rc = join(home, 'rtorrent.rc')
    writeFileSync(
      rc,
      `network.scgi.open_port = 127.0.0.1:${port}
session.path.set = ${join(home, 'session')}
directory.default.set = ${folder}
dht.mode.set = off
protocol.pex.set = no
trackers.use_udp.set = no
network.port_range.set = ${peers}-${peers}
system.daemon.set = true
`,
    )
    const start = async () => [
      await startProgram(['rtorrent', '-n', '-o', `import=${rc}`], {
        ready: () => isListening(port),
        cwd: home,
      }),
    ]
    return { address: `http://127.0.0.1:${port}`, start }
  })

/** Needs `hasProgram('aria2c')`. */
export const startAria2 = () =>
  started(async (home, folder) => {
    const [port, peers] = [freePort(), freePort()]
    const session = join(home, 'session.txt')
    writeFileSync(session, '')
    const rpc = ['--enable-rpc', `--rpc-listen-port=${port}`, '--rpc-secret=secret', `--dir=${folder}`]
    const quiet = ['--enable-dht=false', '--enable-dht6=false', '--enable-peer-exchange=false', '--bt-enable-lpd=false']
    const kept = [`--input-file=${session}`, `--save-session=${session}`, `--listen-port=${peers}`]
    // The default of five would keep the others waiting.
    const many = ['--max-concurrent-downloads=50']
    const start = async () => [
      await startProgram(['aria2c', '--no-conf=true', ...rpc, ...quiet, ...kept, ...many], {
        ready: () => isListening(port),
      }),
    ]
    return { address: `http://127.0.0.1:${port}`, secret: 'secret', start }
  })
