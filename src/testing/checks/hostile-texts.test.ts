import { expect, test } from 'bun:test'
import { basicLogins } from '../../base/auth/login-spellings'
import { Ini } from '../../base/config/ini'
import { pageEntries } from '../../base/formats/archives/pages'
import { preferredEncoding } from '../../base/http/encodings'
import { inbound } from '../../base/http/inbound'
import { clientOf, requestSite } from '../../base/http/origin'
import { readJson } from '../../base/llm/checked-values'
import { matchKey, spacedName } from '../../base/names/titles'
import { retryAfter } from '../../base/outbound/retry-after'
import { readTransferReply, replyFileName } from '../../base/outbound/transfer/read-reply'
import { LogBook } from '../../base/platform/log-book'
import { plain } from '../../base/platform/version-order'
import { lineForModel, textForModel } from '../../edges/ai/library/untrusted'
import { withoutMarkup } from '../../edges/opds/titles'
import { readUpdateFeed } from '../../edges/system/updates/feed'
import { grabMarkOf, releaseNameInClient } from '../../intake/downloads/clients/release-name'
import { archiveQuery } from '../../intake/search/archive/query'
import { legalPart } from '../../library/filing/legal'
import { fillTemplate } from '../../library/filing/templates'
import { wordKeys } from '../../library/series/library-search'
import { HOSTILE_PIECES, slowPieces } from '../harness/linear-work'

/** Parsers of single texts from other machines or files. Parsers of whole documents have tests beside them. */

const NOW = '2026-11-28T12:00:00.000Z'
const LENGTH = 24_000
/** The runtime accepts headers of 16 KB in all. */
const HEADER = 16_000

const SITE = { http_root: '/', public_url: '', trusted_proxies: '127.0.0.1' }
const headers = (name: string, text: string) => new Headers({ [name]: text.replace(/[^\x20-\x7e]/g, ' ') })
const request = (name: string, text: string) => new Request('http://a/', { headers: headers(name, text) })

const HEADERS: [name: string, read: (text: string) => unknown][] = [
  ['Accept-Encoding', (text) => preferredEncoding(text, ['br', 'gzip'])],
  ['Authorization', (text) => [basicLogins(`Basic ${text}`), basicLogins(`Basic ${btoa(unescape(encodeURIComponent(text)))}`)]],
  ['Content-Disposition', (text) => [replyFileName(headers('content-disposition', text)), replyFileName(headers('content-disposition', `a; filename="${text}`))]],
  ['Content-Range', (text) => readTransferReply({ status: 206, headers: headers('content-range', `bytes ${text}`) }, { from: 0, size: null, now: NOW })],
  ['Retry-After', (text) => retryAfter(headers('retry-after', text), NOW)],
  ['X-Forwarded-For', (text) => clientOf(request('x-forwarded-for', text), '127.0.0.1', SITE)],
  ['X-Forwarded-Host', (text) => requestSite(request('x-forwarded-host', text), { ip: '127.0.0.1', origin: 'http://a' }, SITE)],
  ['X-Forwarded-Prefix', (text) => requestSite(request('x-forwarded-prefix', `/${text}`), { ip: '127.0.0.1', origin: 'http://a' }, SITE)],
  ['the address', (text) => inbound(new Request(`http://a/opds/${text.slice(0, 8000)}?q=${text.slice(0, 8000)}`), SITE)],
] // biome-ignore format: a table

test.each(HEADERS)('%s is read in proportion to its length', (_name, read) => {
  const pieces = [...HOSTILE_PIECES, 'filename="', "filename*=utf-8'", '1.', ':', '::', '1.2.3.4,', 'gzip;q=', 'gzip,']
  expect(slowPieces(read, { length: HEADER, pieces })).toEqual([])
})

const log = new LogBook(() => {})
const TEXTS: [what: string, read: (text: string) => unknown][] = [
  ['config.ini', (text) => settingsOf(new Ini(`[a]\n${text}`))],
  ['a line of it', (text) => settingsOf(new Ini(`a${text}b`))],
  ['a reply in JSON', (text) => [readJson(text, {}), readJson(`\`\`\`${text}`, {})]],
  ['a text for a model', (text) => [textForModel(text, LENGTH / 4), lineForModel(text)]],
  ['a description in the catalog', (text) => withoutMarkup(text, 1000)],
  ['the name of a download', (text) => [releaseNameInClient(text, 'a', 'b'), grabMarkOf(text)]],
  ['the name of a folder', (text) => legalPart(text)],
  ['a field of a name', (text) => fillTemplate('$Series ($Year) [$Publisher]', 'folder', { Series: text, Publisher: text })],
  ['the template of a name', (text) => fillTemplate(text, 'folder', { Series: 'Harbor Lights' })],
  ['the key of a name', (text) => [matchKey(text), spacedName(text)]],
  ['a search', (text) => [wordKeys(text), archiveQuery(text)]],
  ['an update feed', (text) => [readUpdateFeed(text, 'https://a/'), readUpdateFeed(JSON.stringify({ tag_name: text }), 'https://a/'), plain(text)]],
  ['a line of the log', (text) => log.take(`${NOW} info search ${text}`)],
  ['the pages of an archive', (text) => pageEntries([`${text}.jpg`, `cover/${text}.jpg`].map((name) => ({ name, folder: false }) as never))],
] // biome-ignore format: a table

const settingsOf = (ini: Ini) => [ini.get('a', 'b'), ini.unread(), ini.toString()]

test.each(TEXTS)('%s is read in proportion to its length', (_what, read) => {
  const pieces = [...HOSTILE_PIECES, '```', '<|im_', '<<SYS', 'ignore all ', 'system:', '\n>', '{{', 'password =', 'v1.', '$', '$Series', '{Year}', '</p', 'api_key=', 'token '] // biome-ignore format: one glance
  expect(slowPieces(read, { length: LENGTH, pieces })).toEqual([])
})
