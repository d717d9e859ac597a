import { expect, test } from 'bun:test'
import { makeCbr, makeCbz } from '../../../testing/archives/archives'
import { makeCbt } from '../../../testing/archives/cbt'
import { type FileFormat, sniffFormat } from './sniff'

const tar = Buffer.alloc(512)
tar.write('p1.png', 0)
tar.write('ustar', 257)

const cases: [string, Uint8Array, FileFormat][] = [
  ['a ZIP', makeCbz({ a: 'b' }), 'zip'],
  ['an empty ZIP', makeCbz({}), 'zip'],
  ['a RAR 4', makeCbr({ a: 'b' }), 'rar'],
  ['a RAR 5', makeCbr({ a: 'b' }, { rar5: true }), 'rar'],
  ['a 7-Zip', Buffer.from('377abcaf271c0004', 'hex'), '7z'],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'pdf'],
  ['a gzip', Buffer.from('1f8b0800', 'hex'), 'gzip'],
  ['a bzip2', Buffer.from('425a6839', 'hex'), 'bzip2'],
  ['an xz', Buffer.from('fd377a585a0000', 'hex'), 'xz'],
  ['a Zstandard', Buffer.from('28b52ffd', 'hex'), 'zstd'],
  ['a TAR', tar, 'tar'],
  ['a TAR of before the signature', makeCbt({ 'p1.png': '' }, { style: 'v7' }), 'tar'],
  ['a PDF after junk', Buffer.from('\0\0junk\n%PDF-1.4\n'), 'pdf'],
  ['a web page', Buffer.from('\ufeff\n <!DOCTYPE HTML PUBLIC "x">'), 'html'],
  ['a web page without a type', Buffer.from('<html lang="en">'), 'html'],
  ['XML', Buffer.from('<?xml version="1.0"?><ComicInfo/>'), 'unknown'],
  ['nothing', Buffer.alloc(0), 'unknown'],
  ['zeros', Buffer.alloc(512), 'unknown'],
]
for (const [name, bytes, format] of cases)
  test(`${name} is recognised by its first bytes`, () => {
    expect(sniffFormat(bytes)).toBe(format)
  })
