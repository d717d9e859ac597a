import { expect, test } from 'bun:test'
import { readTransferReply, replyFileName } from './read-reply'

const NOW = '2026-11-21T08:00:00.000Z'
const ANY = { from: 0, size: null, now: NOW }

const CASES: [status: number, headers: Record<string, string>, request: object, means: Record<string, unknown>][] = [
  [200, { 'content-length': '9', etag: '"a"' }, {}, { kind: 'body', from: 0, total: 9, tag: '"a"' }],
  [200, { 'content-length': '9' }, { size: 9 }, { kind: 'body', total: 9 }],
  [200, { 'content-length': '9' }, { size: 8 }, { kind: 'lost', blames: true }],
  [200, { 'content-length': 'nine' }, { size: 8 }, { kind: 'body', total: undefined }],
  [200, { etag: 'W/"a"', 'last-modified': 'Fri' }, {}, { kind: 'body', tag: 'Fri' }],
  [200, { etag: 'a' }, {}, { kind: 'body', tag: undefined }],
  [200, { 'content-length': '9', etag: '"a"', 'content-encoding': 'gzip' }, { size: 8 }, { kind: 'body', total: undefined, tag: undefined }],
  [200, { 'content-length': '9', 'content-encoding': 'identity' }, {}, { kind: 'body', total: 9 }],
  [200, { 'content-type': 'Text/HTML; charset=utf-8' }, {}, { kind: 'lost', blames: true }],
  [200, { 'content-type': 'application/xhtml+xml' }, {}, { kind: 'lost' }],
  [206, { 'content-range': 'bytes 5-8/9' }, { from: 5 }, { kind: 'body', from: 5, total: 9 }],
  [206, { 'content-range': 'bytes 5-8/*' }, { from: 5 }, { kind: 'body', from: 5, total: undefined }],
  [206, { 'content-range': 'bytes 4-8/9' }, { from: 5 }, { kind: 'anew' }],
  [206, {}, { from: 0 }, { kind: 'anew' }],
  [206, { 'content-range': 'bytes 5-8/9', 'content-encoding': 'br' }, { from: 5 }, { kind: 'anew' }],
  [416, { 'content-range': 'bytes */5' }, { from: 5 }, { kind: 'whole' }],
  [416, { 'content-range': 'bytes */5' }, { from: 5, size: 5 }, { kind: 'whole' }],
  [416, { 'content-range': 'bytes */5' }, { from: 5, size: 6 }, { kind: 'anew' }],
  [416, { 'content-range': 'bytes */6' }, { from: 5 }, { kind: 'anew' }],
  [416, {}, { from: 5, size: 5 }, { kind: 'whole' }],
  [416, {}, { from: 5 }, { kind: 'anew' }],
  [429, { 'retry-after': '60' }, {}, { kind: 'later', busy: true, until: '2026-11-21T08:01:00.000Z', detail: 'Its request limit is reached for now.' }],
  [503, {}, {}, { kind: 'later', busy: true, until: undefined, detail: 'It is too busy now.' }],
  [500, {}, {}, { kind: 'later', busy: false }],
  [502, {}, {}, { kind: 'later', busy: false }],
  [408, {}, {}, { kind: 'later', busy: false }],
  [425, {}, {}, { kind: 'later', busy: false }],
  [401, {}, {}, { kind: 'lost', blames: true, detail: 'The host refused the file (status 401).' }],
  [403, {}, {}, { kind: 'lost', detail: 'The host refused the file (status 403).' }],
  [407, {}, {}, { kind: 'lost', detail: 'The host refused the file (status 407).' }],
  [404, {}, {}, { kind: 'lost', detail: 'The file no longer exists.' }],
  [410, {}, {}, { kind: 'lost', detail: 'The file no longer exists.' }],
  [418, {}, {}, { kind: 'lost', blames: true, detail: 'It answered with status 418 in place of a file.' }],
  [204, {}, {}, { kind: 'lost', blames: true }],
] // biome-ignore format: a table

test.each(CASES)('status %p with %j, requested with %j, means %j', (status, headers, request, means) => {
  const answered: Record<string, unknown> = {
    ...readTransferReply({ status, headers: new Headers(headers) }, { ...ANY, ...request }),
  }
  for (const [field, value] of Object.entries(means)) expect(answered[field]).toBe(value)
})

test.each([
  ['attachment', undefined],
  ['attachment; filename=x.cbz', 'x.cbz'],
  ['attachment; filename="a \\"b\\".cbz"; size=3', 'a "b".cbz'],
  ["attachment; filename=x.cbz; filename*=UTF-8''F%C3%AArn.cbz", 'Fêrn.cbz'],
  ["attachment; filename=x.cbz; filename*=UTF-8''%E0%A4%A", 'x.cbz'],
])('%s names %p', (header, name) => {
  expect(replyFileName(new Headers({ 'content-disposition': header }))).toBe(name as string)
})
