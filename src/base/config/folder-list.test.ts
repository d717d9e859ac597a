import { expect, test } from 'bun:test'
import { folderList, foldersIn, folderText, quotedFolder } from './folder-list'

test.each([
  ['', []],
  [' ; ;', []],
  ['/a', ['/a']],
  [' /a ; ; /b', ['/a', '/b']],
  ['"/a;b";/c', ['/a;b', '/c']],
  [' "/a ; b " ; "/c ""d"" "', ['/a ; b ', '/c "d" ']],
  // Earlier versions wrote a name with `;` unquoted, which a later read split into several entries.
  ['/a;/a; old', ['/a', '/a; old']],
  ['/a;b;c;/d', ['/a;b;c', '/d']],
  ['"/a;b";c', ['/a;b', 'c']],
  ['a;/b', ['a', '/b']],
  // A quote inside a path belongs to the path, and so does a quote that is never closed.
  ['/a "b";/c', ['/a "b"', '/c']],
  ['"/a', ['"/a']],
] as const)('%p is read as %p', (text, folders) => expect(foldersIn(text)).toEqual([...folders]))

test.each([
  ['/a', '/a'],
  ['/a "b"', '/a "b"'],
  ['/a;b', '"/a;b"'],
  ['/a; "b"', '"/a; ""b"""'],
  ['/a ', '"/a "'],
  ['/a\u3000', '"/a\u3000"'],
])('%p is written as %p', (folder, text) => {
  expect(folderText(folder)).toBe(text)
  expect(foldersIn(folderList([folder, '/x', folder]))).toEqual([folder, '/x', folder])
  expect(quotedFolder(text) ?? text).toBe(folder)
})
