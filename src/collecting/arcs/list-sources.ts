import { isAbsolute, join } from 'node:path'
import type { Config } from '../../base/config/config'
import { compareNatural } from '../../base/formats/natural'
import { AddressRefused, allowedHostsIn } from '../../base/outbound/allowed-address'
import { BrokenConnection, requestFile } from '../../base/outbound/transfer/connect'
import type { FileEntry, Ports } from '../../base/platform/ports'
import { pluralWords } from '../../base/platform/words'
import { Refusal } from '../../base/refusal'
import type { Handler, Operations } from '../../base/work/operations'
import type { ListImporter } from './list-importer'
import type { ImportResult } from './schema'
import { ARC_FOLDER } from './states'

/** The limit for a list that a page uploads. */
const MOST_BYTES = 8 * 1024 * 1024
const FETCH_MS = 60_000
/** More than twice the number of lists that are published. */
const MOST_FILES = 5000
const DEEPEST = 8
/** Failure sentences kept in the result. */
const MOST_FAILURES = 200

interface Deps {
  ports: Pick<Ports, 'files' | 'transfers' | 'names'>
  config: Pick<Config, 'get'>
  operations: Operations
  lists: ListImporter
}

interface FolderResult {
  files: number
  added: number
  updated: number
  failed: number
  failures: { file: string; detail: string }[]
}

/** Imports reading lists from web addresses and from folders of this machine. */
export class ListSources {
  constructor(private readonly deps: Deps) {}

  /**
   * Throws Refusal: 'invalid' for an address that is not allowed or holds no list, 'upstream' when the download
   * fails.
   */
  async importAddress(address: string): Promise<ImportResult> {
    const document = await this.fetchText(address.trim())
    const name = URL.parse(address.trim())?.pathname.split('/').at(-1) ?? ''
    return this.deps.lists.importText(document, decoded(name).slice(0, 255))
  }

  /** Imports the lists of a folder and its subfolders. Throws Refusal when the folder cannot be read. */
  async importFolder(folder: string): Promise<{ success: true; message: string; operation_id: string }> {
    const { operations } = this.deps
    if (!isAbsolute(folder)) throw new Refusal('invalid', 'The path of the folder must begin at the root of a disk.')
    const files = await this.listsIn(folder)
    if (files.length === 0) throw new Refusal('invalid', `${folder} has no reading lists (.cbl or .json).`)
    const [active] = operations.active(ARC_FOLDER, folder)
    const { operation_id } = active ?? operations.enqueue({ kind: ARC_FOLDER, subject: folder, payload: { folder } })
    return {
      success: true,
      message: pluralWords(
        files.length,
        '{count} reading list is being imported.',
        '{count} reading lists are being imported.',
      ),
      operation_id,
    }
  }

  /** Handles the operation that imports a folder. A list that fails is reported, and the import continues. */
  readonly importing: Handler = {
    run: async (payload, tools) => {
      const files = await this.listsIn((payload as { folder: string }).folder)
      const result: FolderResult = { files: files.length, added: 0, updated: 0, failed: 0, failures: [] }
      for (const [index, file] of files.entries()) {
        if (tools.signal.aborted) return undefined
        await this.importFile(file, result)
        tools.report((index + 1) / files.length, result)
      }
      return result
    },
  }

  private async importFile(path: string, result: FolderResult): Promise<void> {
    const { ports, lists } = this.deps
    try {
      const size = (await ports.files.stat(path))?.size ?? 0
      if (size > MOST_BYTES) throw new Refusal('invalid', TOO_LARGE)
      const document = textOf(await ports.files.read(path))
      const { added } = await lists.importText(document, path.split(/[\\/]/).at(-1))
      result[added ? 'added' : 'updated']++
    } catch (error) {
      const detail = error instanceof Refusal ? error.detail : 'The file could not be read.'
      result.failed++
      if (result.failures.length < MOST_FAILURES) result.failures.push({ file: path, detail })
    }
  }

  /** Links are not followed: they could lead in a circle. */
  private async listsIn(folder: string, depth = 0): Promise<string[]> {
    const entries = await this.deps.ports.files.list(folder).catch((cause: unknown): FileEntry[] => {
      if (depth > 0) return []
      throw new Refusal('missing', `The folder ${folder} cannot be opened.`, {}, { cause })
    })
    const seen = entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => compareNatural(a.name, b.name))
    const found = seen.filter(({ name, kind }) => kind === 'file' && /\.(?:cbl|json)$/i.test(name))
    const lists = found.map(({ name }) => join(folder, name))
    for (const { name, kind } of depth < DEEPEST ? seen : [])
      if (kind === 'folder' && lists.length <= MOST_FILES) lists.push(...(await this.listsIn(join(folder, name), depth + 1))) // biome-ignore format: one line
    if (lists.length > MOST_FILES)
      throw new Refusal('invalid', `${folder} has more than ${MOST_FILES} lists. Import its folders one by one.`)
    return lists
  }

  private async fetchText(address: string): Promise<string> {
    const { ports, config } = this.deps
    const { hostname } = URL.parse(address) ?? {}
    const allowed = () => allowedHostsIn(config.get('ddl_allowed_hosts'))
    try {
      const signal = AbortSignal.timeout(FETCH_MS)
      const request = { link: { url: address, label: '' }, tag: null, from: 0, signal }
      const reply = await requestFile({ ...ports, allowed }, request)
      if (reply.status === 200) return textOf(await boundedBody(reply))
      await reply.body?.cancel()
      throw new Refusal('upstream', `The list could not be fetched: ${hostname} responded with status ${reply.status}.`)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (error instanceof AddressRefused)
        throw new Refusal(error.why === 'unknown' ? 'upstream' : 'invalid', error.message)
      const why = error instanceof BrokenConnection ? error.message : `${hostname} stopped sending.`
      throw new Refusal('upstream', `The list could not be fetched: ${why}`, {}, { cause: error })
    }
  }
}

const TOO_LARGE = `The list is larger than ${MOST_BYTES / 1024 / 1024} MB.`

async function boundedBody(reply: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop ends the transfer.
    if (size > MOST_BYTES) throw new Refusal('invalid', TOO_LARGE)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Windows programs sometimes write lists in UTF-16 and say so in the first bytes. */
function textOf(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
