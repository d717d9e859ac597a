import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent } from './harness/programs'

/** Programs that check an interface of Komga from outside, and its own document. They are not part of the project. */

const shared = join(import.meta.dir, '../../../shared')
const REPLAY = join(shared, 'check/komga/replay-clients.mjs')
const CHECK = join(shared, 'check/komga/check-openapi.mjs')
const DOCUMENT = join(shared, 'data/komga/openapi.json')
/** A `node_modules` with ajv and ajv-formats. */
const VALIDATOR = process.env.PANELKEEP_AJV ?? ''

export const hasReplays = isPresent(
  existsSync(REPLAY),
  'the programs that check the interface of Komga are not on this machine',
)
export const hasValidator = hasReplays && isPresent(existsSync(join(VALIDATOR, 'ajv')), 'PANELKEEP_AJV names no node_modules with ajv') // biome-ignore format: one line

/** Name and password. */
type Login = readonly [string, string]

async function run(program: string, base: string, login: Login, more: string): Promise<string> {
  const running = Bun.spawn([process.execPath, program, base, ...login, more], { stdout: 'pipe', stderr: 'pipe' })
  const [out, faults] = await Promise.all([new Response(running.stdout).text(), new Response(running.stderr).text()])
  return (out + faults).trim()
}

/** Sends what real apps send; the report ends with `… ok, 0 bad` when each got what it needs. */
export const replayClients = (base: string, login: Login, key: string): Promise<string> => run(REPLAY, base, login, key)

/**
 * Compares the replies with the document; the report ends with `… valid, 0 invalid, … skipped` when all have its forms.
 * `folder`: a new one, from where the program finds the validator.
 */
export function checkForms(base: string, login: Login, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'check-openapi.mjs')
  cpSync(CHECK, program)
  symlinkSync(VALIDATOR, join(folder, 'node_modules'))
  return run(program, base, login, DOCUMENT)
}

/**
 * What a report of `checkForms` says against the replies. Another status than 200 is only of the first and last book of
 * a list, of an unread book, and of what is an administrator's.
 */
export function faultsOfForms(report: string): string[] {
  const lines = report.split('\n')
  const isGood = (line: string) =>
    /^\d{3} \w+ \S*\/(?:previous|next|progression|info)$/.test(line) ||
    /^\d\d valid, 0 invalid, \d+ skipped$/.test(line)
  return lines.filter((line) => !isGood(line))
}
