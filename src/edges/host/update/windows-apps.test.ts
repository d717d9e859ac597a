import { expect, test } from 'bun:test'
import { listVersion } from './windows-apps'

const FOLDER = '/apps/Panelkeep'
const run = async (executable: string | undefined, platform = 'win32', code = 0) => {
  const commands: string[][] = []
  const programs = {
    async run(command: string[]) {
      commands.push(command.slice(1))
      return { code, output: `\r\nHKEY_CURRENT_USER\\Panelkeep\r\n    InstallLocation    REG_SZ    ${FOLDER}\r\n\r\n` }
    },
  }
  await listVersion({ programs, platform, env: {}, executable }, '2.0.0')
  return commands.filter(([verb]) => verb === 'add')
}

test('the installed copy is listed with its new version', async () => {
  const [added] = await run(`${FOLDER}/panelkeep.exe`)
  expect(added).toEqual(expect.arrayContaining(['DisplayVersion', '2.0.0', '/f']))
})

test('a portable copy, a copy without an installer and one of another system change nothing', async () => {
  expect(await run('/elsewhere/panelkeep.exe')).toEqual([])
  expect(await run(`${FOLDER}/panelkeep.exe`, 'win32', 1)).toEqual([])
  expect(await run(`${FOLDER}/panelkeep.exe`, 'linux')).toEqual([])
  expect(await run(undefined)).toEqual([])
})
