import { expect, test } from 'bun:test'
import { archiveQuery } from './query'

const titleOf = (text: string) => /^title:\((.*?)\) AND mediatype:texts AND /.exec(archiveQuery(text) ?? '')?.[1]

test.each([
  ['003', '"003"'],
  ['Harbor', '"Harbor"'],
  ['Harbor Lights', '"Harbor" AND "Lights"'],
  ['Harbor 0', '"Harbor" AND ("0" OR "00" OR "000")'],
  ['Harbor 003', '"Harbor" AND ("3" OR "03" OR "003")'],
  ['Harbor 12', '"Harbor" AND ("12" OR "012")'],
  ['Harbor 1000', '"Harbor" AND ("1000")'],
  ['Harbor 00012', '"Harbor" AND ("12" OR "012")'],
  ['Harbor 12345', '"Harbor" AND "12345"'],
  ['Harbor V002', '"Harbor" AND ("2" OR "02" OR "002" OR "v2" OR "v02" OR "v002")'],
  ['Harbor c112', '"Harbor" AND ("112" OR "c112")'],
  ['Harbor x12', '"Harbor" AND "x12"'],
  ['Harbor ½', '"Harbor" AND "½"'],
  ['Harbor: "7.1" (OR)', '"Harbor" AND "7.1" AND "OR"'],
])('%s is searched for as %s', (text, title) => expect(titleOf(text)).toBe(title))

test.each(['', '  ', '!? "-"'])('nothing is searched for by "%s"', (text) => expect(archiveQuery(text)).toBeUndefined())
