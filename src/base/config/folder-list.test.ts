import { expect, test } from 'bun:test'
import { folderList, foldersIn, folderText, quotedFolder } from './folder-list'

test.each([
  ['', []],
  [' ; ;', []],
  ['/a', ['/a']],
  [' /a ; ; /b', ['/a', '/b']],
  ['"/a;b";/c', ['/a;b', '/c']],
  [' "/a ; b " ; "/c ""d"" "', ['/a ; b ', '/c "d" ']],
  // As earlier versions wrote a name with `;`, which was then no list any more.
  ['/a;/a; old', ['/a', '/a; old']],
  ['/a;b;c;/d', ['/a;b;c', '/d']],
  ['"/a;b";c', ['/a;b', 'c']],
  ['a;/b', ['a', '/b']],
  // A quote inside a path is part of it, and one that is never closed too.
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
