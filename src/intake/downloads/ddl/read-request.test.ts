import { expect, test } from 'bun:test'
import { readDownloadRequest } from './read-request'

const LEAST = { id: 'a1', link: 'https://files.example/x.cbz', site: 'files' }

test('a request may contain only an id and an address', () => {
  expect(readDownloadRequest(LEAST)).toEqual({
    id: 'a1',
    link: new URL(LEAST.link),
    site: 'files',
    filename: '',
    size: null,
    series: null,
    year: null,
    issues: null,
    link_type: null,
    mainlink: null,
    comic_id: null,
    issue_id: null,
    pack: false,
  })
})

test.each<[object, object]>([
  [
    { id: 7, comicid: 18705, issueid: 9 },
    { id: '7', comic_id: '18705', issue_id: '9' },
  ],
  [
    { series: ' Fern ', year: 2015 },
    { series: 'Fern', year: '2015' },
  ],
  [
    { series: null, issues: '', mainlink: '  ' },
    { series: null, issues: null, mainlink: null },
  ],
  [{ filename: 'a/b?.cbz' }, { filename: 'a-b.cbz' }],
  [{ link: 'http://files.example/x' }, { link: new URL('http://files.example/x') }],
  [{ id: 'x'.repeat(255), site: 's'.repeat(200), series: 'f'.repeat(2000) }, { id: 'x'.repeat(255) }],
  [{ remote_filesize: null }, { size: null }],
  [{ remote_filesize: '' }, { size: null }],
  [{ remote_filesize: 0 }, { size: null }],
  [{ remote_filesize: 1 }, { size: 1 }],
  [{ remote_filesize: '3000' }, { size: 3000 }],
  [{ pack: true }, { pack: true }],
  [{ pack: 1 }, { pack: true }],
  [{ pack: 'Yes' }, { pack: true }],
  [{ pack: 'no' }, { pack: false }],
  [{ oneoff: 0 }, { pack: false }],
])('%j is read as %j', (more, read) => {
  expect(readDownloadRequest({ ...LEAST, ...more })).toMatchObject(read)
})

test.each<[object, string]>([
  [{ id: '' }, 'id is missing.'],
  [{ id: null }, 'id is missing.'],
  [{ id: 'needs-attention' }, 'needs-attention is a word of the interface'],
  [{ id: 'x'.repeat(256) }, 'id is longer than 255 characters.'],
  [{ site: 's'.repeat(201) }, 'site is longer than 200 characters.'],
  [{ series: 'f'.repeat(2001) }, 'series is longer than 2000 characters.'],
  [{ issueid: true }, 'issueid has to be a text.'],
  [{ link: 'files.example/x' }, 'link has to be a whole address'],
  [{ link: 'ftp://files.example/x' }, 'link has to be a whole address'],
  [{ remote_filesize: -1 }, 'remote_filesize has to be a count of bytes.'],
  [{ remote_filesize: 1.5 }, 'remote_filesize has to be a count of bytes.'],
  [{ remote_filesize: 'big' }, 'remote_filesize has to be a count of bytes.'],
  [{ remote_filesize: true }, 'remote_filesize has to be a count of bytes.'],
  [{ remote_filesize: [3] }, 'remote_filesize has to be a count of bytes.'],
  [{ oneoff: 'true' }, 'One-off downloads are not supported.'],
])('%j is refused: %s', (more, why) => {
  expect(() => readDownloadRequest({ ...LEAST, ...more })).toThrow(why)
})
