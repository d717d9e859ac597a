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
  '192.0.2.1',
  '192.0.2.255',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.1.2',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.251',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::192.0.2.1',
  '64:ff9b:1::8.8.8.8',
  '64:ff9b:0:0:0:0:7f00:1',
  '100::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001::1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  '2002:cb00:7107::1',
  '2001:0:a00:1::f7f7:f7f7',
  '2001:0:808:808::f5ff:fffe',
  '2001:0:808:808::3fff:fdfe',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff::1',
  '5f00::1',
  'fec0::1',
  '2606:4700::1%eth0',
  'localhost',
  '2130706433',
  '',
])('%p is not an address of the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.255.255',
  '192.0.1.1',
  '192.0.3.1',
  '192.169.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '198.51.99.1',
  '198.51.101.1',
  '203.0.112.1',
  '203.0.114.1',
  '223.255.255.255',
  '2606:4700::1',
  '[2a00:1450::8]',
  '2001:200::1',
  '2001:db9::1',
  '3ffe:ffff::1',
  '64:ff9b::8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
  '2001:0:808:808::f7f7:f7f7',
])('%p is an address of the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('a host is an address or a name', () => {
  expect(['127.0.0.1', '[::1]', 'uploads.mangadex.org', 'localhost'].map(isAddress)).toEqual([true, true, false, false])
})

test("this machine's own addresses never count as the open internet", () => {
  const spy = spyOn(os, 'networkInterfaces').mockReturnValue({
    eth0: [{ address: '8.8.8.8' }, { address: '2606:4700::1' }],
  } as never)
  const own = ['8.8.8.8', '2606:4700::1', '[2606:4700::1]', '2606:4700:0:0::0001', '2606:4700::0.0.0.1']
  const throughOthers = ['64:ff9b::8.8.8.8', '2002:808:808::1', '2001:0:808:808::fbfb:f7f7']
  try {
    expect([...own, ...throughOthers, '8.8.4.4'].filter(isPublicAddress)).toEqual(['8.8.4.4'])
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
