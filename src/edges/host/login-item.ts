import { join, resolve } from 'node:path'
import type { ConfigSources } from '../../base/config/config'
import type { Files, Programs } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { LoginItem, LoginView } from '../system/login-item'

/** The login item of one system. */
interface Keeper {
  has(): Promise<boolean>
  put(): Promise<void>
  remove(): Promise<void>
}

interface Deps {
  platform: string
  env: Record<string, string | undefined>
  home: string
  files: Files
  programs: Programs
  /** The executable and its arguments; undefined when Panelkeep runs from source, which has no fixed path. */
  command: readonly string[] | undefined
}

const WHY = 'Only the executable can start at login, and this one runs from its sources.'
const NAME = 'Panelkeep'

/** The command at login: with the data directory and address of this run, and without opening a page. */
export function loginCommand(
  executable: string | undefined,
  { dataDir, settings }: { dataDir?: string; settings: ConfigSources['args'] },
): string[] | undefined {
  if (executable === undefined) return undefined
  const options = {
    '--data-dir': dataDir && resolve(dataDir),
    '--host': settings?.http_host,
    '--port': settings?.http_port,
  }
  const words = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
  return [executable, '--no-browser', ...words]
}

/** The login item of this system. */
export function makeLoginItem({ command, ...at }: Deps): LoginItem {
  const keeper = command && keeperFor({ ...at, command })
  if (!keeper) {
    const reason = command ? 'This system has no way to start programs at login that Panelkeep knows.' : WHY
    const view: LoginView = { starts_at_login: null, reason }
    return { read: async () => view, seen: () => view, set: () => Promise.reject(new Refusal('unavailable', reason)) }
  }
  let seen: LoginView = { starts_at_login: null, reason: null }
  const read = async (): Promise<LoginView> => {
    seen = { starts_at_login: await keeper.has(), reason: null }
    return seen
  }
  return {
    read,
    seen: () => seen,
    async set(starts) {
      try {
        await (starts ? keeper.put() : keeper.remove())
      } catch (error) {
        throw new Refusal('unavailable', 'The system refused it. See the log.', {}, { cause: error })
      }
      return read()
    },
  }
}

type Place = Omit<Deps, 'command'> & { command: readonly string[] }

function keeperFor(at: Place): Keeper | undefined {
  if (at.platform === 'linux') return autostart(at)
  if (at.platform === 'darwin') return launchAgent(at)
  return at.platform === 'win32' ? runKey(at) : undefined
}

/** XDG autostart: desktops start the entries of this folder. Some desktops disable an entry and keep the file. */
function autostart({ files, env, home, command }: Place): Keeper {
  const folder = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'autostart')
  const path = join(folder, 'panelkeep.desktop')
  const entry = [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${NAME}`,
    'Comment=Manage and read your comics and manga',
    `Exec=${command.map(desktopWord).join(' ')}`,
    'Icon=panelkeep',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
  return {
    async has() {
      const text = await textOf(files, path)
      return text !== undefined && !/^\s*(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(text)
    },
    async put() {
      await files.makeFolder(folder, 0o700)
      await files.write(path, entry)
    },
    remove: () => files.remove(path),
  }
}

/** Desktop Entry Specification, "The Exec key": quoted, then escaped once more like any value of the file. */
function desktopWord(word: string): string {
  const quoted = word.replaceAll(/["`$\\]/g, (each) => `\\${each}`).replaceAll('%', '%%')
  return `"${quoted.replaceAll('\\', '\\\\')}"`
}

/** launchd starts the agents of this folder at the next login, not now. */
function launchAgent({ files, home, command }: Place): Keeper {
  const folder = join(home, 'Library', 'LaunchAgents')
  const path = join(folder, 'app.panelkeep.plist')
  const words = command.map((word) => `    <string>${xml(word)}</string>`).join('\n')
  const agent = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>app.panelkeep</string>
  <key>ProgramArguments</key>
  <array>
${words}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Interactive</string>
</dict>
</plist>
`
  return {
    has: async () => (await files.stat(path)) !== undefined,
    async put() {
      await files.makeFolder(folder, 0o700)
      await files.write(path, agent)
    },
    remove: () => files.remove(path),
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const xml = (text: string) => text.replaceAll(/[&<>]/g, (each) => ENTITIES[each]!)

const RUN = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'
/** Where the Task Manager stores disabled entries: their value begins with an odd byte. */
const APPROVED = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run'
const LONGEST_MS = 10_000

function runKey({ programs, env, command }: Place): Keeper {
  const reg = join(env.SystemRoot || 'C:\\Windows', 'System32', 'reg.exe')
  const run = (...words: string[]) => programs.run([reg, ...words], { env: {}, input: '', timeoutMs: LONGEST_MS })
  const must = async (...words: string[]) => {
    const { code, output } = await run(...words)
    if (code !== 0) throw new Error(`reg.exe ended with ${code}: ${output.trim()}`)
  }
  const there = async (key: string) => {
    const { code, output } = await run('query', key, '/v', NAME)
    return code === 0 ? output : undefined
  }
  return {
    async has() {
      if ((await there(RUN)) === undefined) return false
      const approved = /REG_BINARY\s+([0-9a-f]{2})/i.exec((await there(APPROVED)) ?? '')
      return approved === null || Number.parseInt(approved[1]!, 16) % 2 === 0
    },
    async put() {
      await must('add', RUN, '/v', NAME, '/t', 'REG_SZ', '/d', command.map(windowsWord).join(' '), '/f')
      if ((await there(APPROVED)) !== undefined) await must('delete', APPROVED, '/v', NAME, '/f')
    },
    async remove() {
      if ((await there(RUN)) !== undefined) await must('delete', RUN, '/v', NAME, '/f')
    },
  }
}

/** Quotes a word for the command lines of Windows programs: quotes and the backslashes before them are escaped. */
function windowsWord(word: string): string {
  return `"${word.replaceAll(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'))}"`
}

async function textOf(files: Files, path: string): Promise<string | undefined> {
  return (await files.stat(path)) ? new TextDecoder().decode(await files.read(path)) : undefined
}
