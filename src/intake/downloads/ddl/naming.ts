import { extname } from 'node:path'
import { type FileFormat, HEAD_BYTES, sniffFormat } from '../../../base/formats/archives/sniff'
import { onDisk } from '../../../base/outbound/transfer/on-disk'
import type { Files } from '../../../base/platform/ports'
import { legalPart, truncateBytes } from '../../../library/filing/legal'

const ENDINGS: Partial<Record<FileFormat, string>> = {
  zip: '.cbz',
  rar: '.cbr',
  '7z': '.cb7',
  tar: '.cbt',
  pdf: '.pdf',
}
const KNOWN = /^\.(?:cb[zrt7]|zip|rar|7z|tar|pdf|epub)$/i
const MOST_BYTES = 200

interface NameSources {
  /** File name from the request; empty when it has none. */
  filename: string
  /** The host's name for the file. */
  remote_name?: string | undefined
  client_name: string
  links: readonly { url: string }[]
  link_at: number
}

/** File name for a download. The extension follows the content, unless the name already has a comic extension. */
export async function downloadFileName(
  files: Files,
  path: string,
  { filename, remote_name, client_name, links, link_at }: NameSources,
) {
  const names = [filename, remote_name, nameInUrl(links[link_at]?.url), client_name].map((name) =>
    legalPart(name ?? ''),
  )
  const name = names.find((each) => each !== '') ?? 'download'
  if (KNOWN.test(extname(name))) return fitting(name.slice(0, -extname(name).length), extname(name))
  const file = await onDisk(path, files.open(path))
  try {
    return fitting(name, ENDINGS[sniffFormat(await onDisk(path, file.read(0, HEAD_BYTES)))] ?? '')
  } finally {
    await file.close()
  }
}

const fitting = (stem: string, ending: string) => `${truncateBytes(stem, MOST_BYTES)}${ending}`

/** The last part of the URL's path, if it looks like a file name. */
export function nameInUrl(link: string | undefined): string | undefined {
  const last =
    URL.parse(link ?? '')
      ?.pathname.split('/')
      .at(-1) ?? ''
  if (!/\.[a-z\d]{2,4}$/i.test(last)) return undefined
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
