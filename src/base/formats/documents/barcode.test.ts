import { expect, test } from 'bun:test'
import { readBarcode } from './barcode'

test('an ISBN marks a book', () => {
  expect(readBarcode('978-1-4012-0752-6')).toEqual({ isBook: true })
  expect(readBarcode('1-4012-0752-X')).toBeUndefined()
  expect(readBarcode('0306406152')).toEqual({ isBook: true })
})

test('the five digits after a UPC give the issue number', () => {
  expect(readBarcode('76194130593600111')).toEqual({ isBook: false, number: '1' })
  expect(readBarcode('761941305936 03211')).toEqual({ isBook: false, number: '32' })
  expect(readBarcode('76194130593600011')).toEqual({ isBook: false })
})

test('text that is not a barcode, or was miscopied, gives nothing', () => {
  for (const text of [undefined, '', 'none', '9781401207527', '76194130593700111', '761941305936', '1'.repeat(500)])
    expect(readBarcode(text)).toBeUndefined()
})
