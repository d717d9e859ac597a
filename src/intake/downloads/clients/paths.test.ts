import { expect, test } from 'bun:test'
import { localPath } from './paths'

const MAPPINGS = [
  { remote: '/data', local: '/mnt/nas' },
  { remote: '/data/complete/', local: '/mnt/fast/' },
  { remote: 'D:\\Downloads', local: '/mnt/pc' },
  { remote: '\\\\tower\\share', local: 'E:\\Comics' },
]

test.each([
  ['/data/other/x', '/mnt/nas/other/x', 'the folder that it lies in says where it is'],
  ['/data/complete/x.cbz', '/mnt/fast/x.cbz', 'the longest one counts'],
  ['/data', '/mnt/nas', 'the folder itself is mapped'],
  ['/database/x', '/database/x', 'the beginning of a name is no folder'],
  ['/elsewhere/x', '/elsewhere/x', 'what no mapping knows is called the same'],
  ['d:/downloads\\Harbor Lights 001.cbz', '/mnt/pc/Harbor Lights 001.cbz', 'Windows knows both slashes and no case'],
  ['\\\\TOWER\\share\\a\\b', 'E:\\Comics\\a\\b', 'shares are folders too'],
  ['//tower/Share/a/b', 'E:\\Comics\\a\\b', 'a share has either slash'],
  ['\\\\?\\UNC\\tower\\share\\a', 'E:\\Comics\\a', 'and a long form'],
  ['\\\\?\\d:\\Downloads\\a. \\b', '/mnt/pc/a. /b', 'which keeps what is at the end of names'],
  ['D:\\Downloads. \\b', '/mnt/pc/b', 'Windows leaves dots and spaces at the end of names out'],
  ['//data/other/x', '/mnt/nas/other/x', 'elsewhere two slashes are one'],
  ['/DATA/x', '/DATA/x', 'elsewhere case counts'],
  ['/data/a\\b', '/mnt/nas/a\\b', 'a backslash may stand in a name where it is no separator'],
])('%s is %s here: %s', (remote, local) => {
  expect(localPath(MAPPINGS, remote)).toBe(local)
})

test('a whole disk can be mapped', () => {
  expect(localPath([{ remote: '/', local: '/mnt/box' }], '/a/b')).toBe('/mnt/box/a/b')
  expect(localPath([{ remote: 'D:\\', local: '/mnt/d' }], 'D:\\a')).toBe('/mnt/d/a')
  expect(localPath([{ remote: '/box', local: '/' }], '/box/a')).toBe('/a')
})
