import { expect, spyOn, test } from 'bun:test'
import os from 'node:os'
import { isAddress, isHomeAddress, isPublicAddress } from './addresses'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.2',
  '198.19.0.1',
  '224.0.0.251',
  '255.255.255.255',
  '::',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::10.0.0.1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
  '2130706433',
  '',
])('%p is not an address of the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.255.255', '192.169.0.1', '2606:4700::1', '[2a00:1450::8]'])(
  '%p is one',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('a host is an address or a name', () => {
  expect(['127.0.0.1', '[::1]', 'uploads.mangadex.org', 'localhost'].map(isAddress)).toEqual([true, true, false, false])
})

test("this machine's own addresses are none of the open internet, whatever they are", () => {
  const spy = spyOn(os, 'networkInterfaces').mockReturnValue({
    eth0: [{ address: '8.8.8.8' }, { address: '2606:4700::1' }],
  } as never)
  try {
    expect(['8.8.8.8', '2606:4700::1', '[2606:4700::1]', '8.8.4.4'].map(isPublicAddress)).toEqual([
      false,
      false,
      false,
      true,
    ])
  } finally {
    spy.mockRestore()
  }
})

test('a home network has private addresses, and no loopback or link-local ones', () => {
  const asked = [
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.2',
    'fd12::1',
    '[fd12::1]',
    '127.0.0.1',
    '169.254.1.1',
    '172.32.0.1',
    'fe80::1',
    '::1',
    '8.8.8.8',
    'nas.local',
  ]
  expect(asked.filter(isHomeAddress)).toEqual(asked.slice(0, 5))
})
