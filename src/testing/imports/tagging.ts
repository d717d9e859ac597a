import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Config } from '../../base/config/config'
import type { OptionName } from '../../base/config/options'
import { openArchive } from '../../base/formats/archives/archive'
import { UnpackHelper } from '../../base/formats/helper/unpacker'
import { openZip } from '../../base/formats/zip/zip'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import type { Files } from '../../base/platform/ports'
import { systemRandom } from '../../base/platform/random'
import { Operations } from '../../base/work/operations'
import type { MetadataProvider } from '../../library/metadata/providers/provider'
import { fileWithId } from '../../library/series/file-store'
import type { TagRunResult } from '../../library/tagging/file-run'
import { handleTagging } from '../../library/tagging/handlers'
import { TaggingService } from '../../library/tagging/service'
import { archiveHelper } from '../archives/archive-helper'
import { makeFile, makeIssues, makeSeries } from '../make'
import { journalAt } from './filing'

interface Options {
  settings?: Partial<Record<OptionName, string>>
  files?: Files
  providers?: MetadataProvider[]
}

/** Tagging and converting, over a journal and a library in the folder. */
export function taggingAt(folder: string, { settings, files = systemFiles, providers = [] }: Options = {}) {
  const { journal, db, clock } = journalAt(folder, files)
  const config = new Config({ files, random: systemRandom, publish: () => {} }, { args: { ...settings } })
  const lines: string[] = []
  const log = lineLog(clock.now, (line) => lines.push(line), 'debug')
  const operations = new Operations({ db, clock, random: systemRandom, log })
  const unpacker = new UnpackHelper({ processes: archiveHelper(), clock })
  const archives = { files, unpacker }
  const known = { all: () => providers }
  handleTagging({ db, clock, config, archives, journal, log, operations, providers: known })
  const tagging = new TaggingService({ db, config, operations, archives })
  let count = 0

  return {
    journal,
    db,
    clock,
    config,
    operations,
    tagging,
    archives,
    lines,
    /** Adds a file to the library as an issue of the series `harbor`, which is created with the first. */
    put(name: string, bytes: Uint8Array, more: { number?: string; format?: 'cbz' | 'cbr' | 'cb7' | 'cbt' } = {}) {
      const path = join(folder, 'comics', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
      if (count++ === 0) makeSeries(db, { year: 2015, publisher: 'Northgate', language: 'en', added_at: clock.now() })
      const [issue_id] = makeIssues(db, 'harbor', [more.number ?? String(count)])
      const { size, mtimeMs } = statSync(path)
      const facts = { size, modified_ms: Math.trunc(mtimeMs), format: more.format ?? 'cbz', page_count: 2 }
      const file_id = makeFile(db, { path, ...facts, issues: [issue_id!] })
      return { path, file_id, issue_id: issue_id! }
    },
    /** The result of an operation. */
    async worked(jobId: string): Promise<TagRunResult & { results: NonNullable<TagRunResult['results']> }> {
      await operations.idle()
      return operations.find(jobId)?.detail as never
    },
    pathOf: (fileId: string) => fileWithId(db.read, fileId)!.path,
    /** Pages by name, in reading order, including files that are not pictures. */
    async pages(path: string): Promise<[name: string, bytes: Buffer][]> {
      const archive = await openArchive(path, archives)
      const left = [...archive.entries]
      const pages: [string, Buffer][] = []
      for (const { name } of archive.pages) {
        const at = left.findIndex((entry) => entry.name === name)
        pages.push([name, Buffer.from(await left.splice(at, 1)[0]!.read())])
      }
      await archive.close()
      return pages
    },
    async close() {
      await operations.stop()
      unpacker.stop()
      db.close()
    },
  }
}

/** The entries of a ZIP with their headers and packed bytes. */
export async function rawEntries(path: string): Promise<[name: string, bytes: Buffer][]> {
  const file = await systemFiles.open(path)
  const all = readFileSync(path)
  const zip = await openZip(file)
  await file.close()
  return zip!.entries.map(({ name, offset, nameBytes, packed }) => {
    const length = 30 + nameBytes + all.readUInt16LE(offset + 28) + packed
    return [name, all.subarray(offset, offset + length)]
  })
}
