import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../harness/free-port'
import { type Program, startProgram } from '../harness/programs'
import { NEWS_LOGIN, type NewsServer } from './news-server'

export interface Nzbget extends Program {
  address: string
  username: string
  password: string
  complete: string
}

const LOGIN = { username: 'nzbget', password: 'tegbzn6789' }

/** Starts the real NZBGet in a folder of its own. `more`: lines that override its settings. */
export async function startNzbget(folder: string, news: NewsServer, more: string[] = []): Promise<Nzbget> {
  const port = freePort()
  const complete = join(folder, 'complete')
  mkdirSync(folder, { recursive: true })
  const settings = join(folder, 'nzbget.conf')
  writeFileSync(
    settings,
    `MainDir=${folder}
DestDir=${complete}
InterDir=${join(folder, 'inter')}
NzbDir=${join(folder, 'nzb')}
QueueDir=${join(folder, 'queue')}
TempDir=${join(folder, 'tmp')}
ScriptDir=${join(folder, 'scripts')}
LockFile=${join(folder, 'nzbget.lock')}
LogFile=${join(folder, 'nzbget.log')}
Server1.Active=yes
Server1.Name=local
Server1.Level=0
Server1.Host=127.0.0.1
Server1.Port=${news.port}
Server1.Username=${NEWS_LOGIN.username}
Server1.Password=${NEWS_LOGIN.password}
Server1.JoinGroup=no
Server1.Encryption=no
Server1.Connections=2
ControlIP=127.0.0.1
ControlPort=${port}
ControlUsername=${LOGIN.username}
ControlPassword=${LOGIN.password}
Category1.Name=comics
Category1.Unpack=yes
AppendCategoryDir=yes
ParCheck=auto
HealthCheck=park
${more.join('\n')}
`,
  )
  const address = `http://127.0.0.1:${port}`
  const Authorization = `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}`
  const ready = async () => (await fetch(`${address}/jsonrpc/version`, { headers: { Authorization } })).ok
  const command = ['nzbget', '-s', '-c', settings, '-o', 'OutputMode=log']
  return { ...(await startProgram(command, { ready, cwd: folder })), address, ...LOGIN, complete }
}
