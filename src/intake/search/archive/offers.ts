import type { DirectLink } from '../../../base/outbound/transfer/link'
import { fromFeedDate } from '../../../base/platform/clock'
import type { Offer } from '../offer'
import type { ArchiveFile, ArchiveItem } from './archive-replies'

const COMIC = /^Comic Book (?:ZIP|RAR)$/i
const PDF = /\bPDF$/i
/** Newznab: comics. */
const COMICS = 7030
const MOST_FILES = 100
const MOST_MIRRORS = 2

/** The offers of an item: each file of a comic, and PDF only when there is nothing else. */
export function archiveOffers(item: ArchiveItem, host: string): Offer[] {
  const files = comicFiles(item.files)
  const published_at = fromFeedDate(item.publicdate ?? '')
  return files.slice(0, MOST_FILES).map((file) => ({
    title: titleOf(item, file, files.length === 1),
    guid: `${item.identifier}/${file.name}`,
    link: linkTo(host, item, file),
    page: `${host}/details/${encodeURIComponent(item.identifier)}`,
    protocol: 'ddl',
    categories: [COMICS],
    ...(file.size === undefined ? {} : { size: file.size }),
    ...(published_at === undefined ? {} : { published_at }),
  }))
}

/** URLs of a file: at the archive, which picks the best host, and at the hosts that have it. */
export function linksTo(host: string, item: ArchiveItem, file: ArchiveFile): DirectLink[] {
  const { size, md5, sha1 } = file
  const facts = { ...(size === undefined ? {} : { size }), ...(md5 ? { md5 } : {}), ...(sha1 ? { sha1 } : {}) }
  const nodes = item.dir === '' ? [] : [...new Set(item.servers)].slice(0, MOST_MIRRORS)
  return [
    { url: linkTo(host, item, file), label: 'archive.org', trusted: true, ...facts },
    ...nodes.map((node) => ({ url: `https://${node}${item.dir}/${inUrl(file.name)}`, label: node, ...facts })),
  ]
}

const linkTo = (host: string, { identifier }: ArchiveItem, { name }: ArchiveFile) =>
  `${host}/download/${encodeURIComponent(identifier)}/${inUrl(name)}`

const inUrl = (name: string) => name.split('/').map(encodeURIComponent).join('/')

function comicFiles(files: readonly ArchiveFile[]): ArchiveFile[] {
  const comics = files.filter(({ format }) => COMIC.test(format))
  // Of several kinds of PDF, the first is the one that the others were made from.
  return comics.length > 0 ? comics : files.filter(({ format }) => PDF.test(format)).slice(0, 1)
}

/**
 * The title to judge a file by. An item with one file has the better title, as the file is often just `scan.cbz`. With
 * several files the file name says which one it is, and when that is only a number like `03`, the item's title is
 * added.
 */
function titleOf(item: ArchiveItem, { name }: ArchiveFile, alone: boolean): string {
  const [, stem = name, ending = ''] = /^(?:.*\/)?([^/]*?)(\.[a-z\d]{2,4})?$/i.exec(name) ?? []
  const file = stem.replaceAll('_', ' ').replace(/\s+/g, ' ').trim()
  const own = alone && (/\d/.test(item.title) || !/\d/.test(file)) ? item.title : file
  const full = /\p{L}{3}/u.test(own) ? own : `${item.title} ${own}`
  return `${full}${yearOf(item, full)}${ending.toLowerCase()}`
}

/** The year of publication; the year of the upload does not count. */
function yearOf({ date = '', publicdate = '' }: ArchiveItem, title: string): string {
  const year = /^(?:18|19|20)\d\d(?=$|-)/.exec(date)?.[0]
  if (year === undefined || publicdate.startsWith(year) || /\b(?:18|19|20)\d\d\b/.test(title)) return ''
  return ` (${year})`
}
